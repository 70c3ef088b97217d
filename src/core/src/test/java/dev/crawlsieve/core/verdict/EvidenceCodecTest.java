package dev.crawlsieve.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EvidenceCodecTest {

  private static Evidence evidence(
      Verdict.Kind kind, Evidence.Match match, Reason reason, Lost lost, String url) {
    return new Evidence(
        kind,
        new Verdict.Original(url, new Coordinates(2, 17), true),
        match,
        3,
        0.9643,
        -1,
        reason,
        0.955,
        lost,
        "band-2");
  }

  private static Lost lost() {
    return new Lost(3, 51, Map.of(BlockKind.TITLE, 1, BlockKind.TEXT, 2), 4, false);
  }

  /** Never changes: it is in changelogs. */
  @Test
  void shouldStoreEvidenceAsBefore() {
    Evidence evidence =
        evidence(Verdict.Kind.NEAR, Evidence.Match.NEAR, Reason.SAME_NAME, lost(), "http://a");
    assertThat(HexFormat.of().formatHex(EvidenceCodec.encode(evidence)))
        .isEqualTo(
            "010103" // kind, match, reason
                + "00000003"
                + "ffffffff" // distance, agreeing
                + "3feedb8bac710cb3"
                + "3fee8f5c28f5c28f" // similarity, contained
                + "01"
                + "00000002"
                + "0000000000000011" // of the kept page: reference, position
                + "00000008"
                + "687474703a2f2f61" // http://a
                + "00000006"
                + "62616e642d32" // band-2
                + "02"
                + "00000003"
                + "00000033"
                + "00000004"
                + "00" // of lost blocks: kinds, number, words, numbers, all
                + kinds());
  }

  private static String kinds() {
    Map<BlockKind, Integer> kinds = new EnumMap<>(lost().kinds());
    StringBuilder hex = new StringBuilder();
    kinds.forEach((kind, blocks) -> hex.append("%02x%08x".formatted(kind.code(), blocks)));
    return hex.toString();
  }

  @Test
  void shouldReadWhatItWrote() {
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      for (Evidence.Match match : Evidence.Match.values()) {
        for (Reason reason : Reason.values()) {
          for (Lost lost : new Lost[] {null, lost(), new Lost(0, 0, Map.of(), 0, true)}) {
            Evidence evidence = evidence(kind, match, reason, lost, "https://é.example/?a=1");
            assertThat(EvidenceCodec.decode(ByteBuffer.wrap(EvidenceCodec.encode(evidence))))
                .isEqualTo(evidence);
          }
        }
      }
    }
    Evidence unexplained =
        evidence(Verdict.Kind.EXACT, Evidence.Match.EXACT, null, null, "http://a");
    assertThat(EvidenceCodec.decode(ByteBuffer.wrap(EvidenceCodec.encode(unexplained))))
        .isEqualTo(unexplained);
  }

  /** The places of constants are stored, so a new one comes last. */
  @Test
  void shouldKnowConstantsByTheirPlaces() {
    assertThat(Verdict.Kind.values())
        .startsWith(
            Verdict.Kind.EXACT, Verdict.Kind.NEAR, Verdict.Kind.REVISIT, Verdict.Kind.OVERRIDE);
    assertThat(Evidence.Match.values()).startsWith(Evidence.Match.EXACT, Evidence.Match.NEAR);
    assertThat(Arrays.stream(Reason.values()).filter(Reason::isCopy))
        .startsWith(
            Reason.SAME_URL,
            Reason.NOTHING_LOST,
            Reason.SAME_ADDRESS,
            Reason.SAME_NAME,
            Reason.SAME_TEXT,
            Reason.SIMILAR);
  }

  @Test
  void shouldRefuseWhatIsDamaged() {
    Evidence evidence =
        evidence(Verdict.Kind.NEAR, Evidence.Match.NEAR, Reason.SAME_NAME, lost(), "http://a");
    byte[] stored = EvidenceCodec.encode(evidence);
    for (int length = 0; length < stored.length; length++) {
      refuses(Arrays.copyOf(stored, length));
    }
    for (int at : new int[] {0, 1, 2, 40}) { // constants, and the first byte of a length
      byte[] damaged = stored.clone();
      damaged[at] = 0x7f;
      refuses(damaged);
    }
  }

  private static void refuses(byte[] stored) {
    assertThatThrownBy(() -> EvidenceCodec.decode(ByteBuffer.wrap(stored)))
        .isInstanceOf(IndexException.class)
        .hasMessage("what is known of a dropped page is damaged");
  }
}
