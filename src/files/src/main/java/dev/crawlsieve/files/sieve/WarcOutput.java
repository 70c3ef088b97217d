package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.bytemap.DiskByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.WarcRevisit;

/**
 * Writes pages as web archives: pages that are kept or not judged as records with their bodies, and
 * copies as {@code revisit} records without bodies (ISO 28500:2017, section 6.7).
 *
 * <p>A revisit names the kept record that its page copies. If both payloads are the same bytes, its
 * profile is the standard's {@code identical-payload-digest}. Two other profiles are crawlsieve's
 * own: the main texts are the same, or match within the detector's thresholds. Revisits with these
 * profiles name the kept record only by its ID, since replay tools would follow its address and
 * date regardless of the profile.
 */
final class WarcOutput implements PageOutput {

  /** The main text is the same as that of the record referred to. */
  static final URI SAME_TEXT = URI.create("https://crawlsieve.dev/revisit/same-text");

  /** The main text matches that of the record referred to. */
  static final URI NEAR_TEXT = URI.create("https://crawlsieve.dev/revisit/near-text");

  private final WarcFiles unique;
  private final WarcFiles duplicate;
  private final WarcFiles unjudged;

  /** The kept records by position. */
  private final DiskByteMap captures;

  /**
   * Opens the files.
   *
   * @param temporary folder for the kept records that later ones refer to; missing, or left by an
   *     earlier run
   */
  WarcOutput(SieveFolder folder, UnfinishedFiles files, Path temporary) throws IOException {
    unique = new WarcFiles(folder, files, folder.unique(), WarcFiles.LARGEST);
    duplicate = new WarcFiles(folder, files, folder.duplicate(), WarcFiles.LARGEST);
    unjudged = new WarcFiles(folder, files, folder.unjudged(), WarcFiles.LARGEST);
    captures = new DiskByteMap(temporary);
  }

  @Override
  public void judged(PreparedPage page, Verdict verdict) throws IOException {
    ArchivedPage archived = Objects.requireNonNull(page.archived());
    if (verdict.route() == Verdict.Route.UNIQUE) {
      unique.add(archived.member());
      unique.add(archived.request());
      captures.put(key(verdict.source()), archived.capture().encode());
    } else if (verdict.dropped()) {
      duplicate.add(archived.member()); // there is no kept record that it could refer to
      duplicate.add(archived.request());
    } else {
      byte[] stored = captures.get(key(verdict.leader().source()));
      Capture original = stored == null ? null : Capture.decode(stored);
      WarcRevisit revisit = revisit(archived, Objects.requireNonNull(verdict.evidence()), original);
      duplicate.add(WarcValues.member(revisit.serializeHeader(), archived.httpHeader()));
      duplicate.add(archived.request());
    }
  }

  @Override
  public void unjudged(PreparedPage page) throws IOException {
    ArchivedPage archived = Objects.requireNonNull(page.archived());
    unjudged.add(archived.member());
    unjudged.add(archived.request());
  }

  /**
   * @param original the kept record; null if it is not in this run's output
   */
  private static WarcRevisit revisit(
      ArchivedPage page, Evidence evidence, @Nullable Capture original) {
    Capture copy = page.capture();
    Capture same = original != null && copy.sameBytes(original) ? original : null;
    URI profile =
        same != null
            ? WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1
            : evidence.match() == Evidence.Match.EXACT ? SAME_TEXT : NEAR_TEXT;
    String digest = same != null && !same.digest().isEmpty() ? same.digest() : copy.digest();
    WarcRevisit.Builder revisit =
        new WarcRevisit.Builder(copy.target(), profile)
            .version(MessageVersion.WARC_1_1)
            .date(null)
            .setHeader("WARC-Date", copy.date())
            .setHeader("WARC-Payload-Digest", digest.isEmpty() ? null : digest)
            .setHeader("WARC-Refers-To-Target-URI", same == null ? null : same.target())
            .setHeader("WARC-Refers-To-Date", same == null ? null : same.date())
            .setHeader("WARC-Refers-To", original == null ? null : original.id())
            .setHeader("Content-Length", String.valueOf(page.httpHeader().length));
    if (page.httpHeader().length > 0) {
      revisit.setHeader("Content-Type", MediaType.HTTP_RESPONSE.toString());
    }
    return revisit.build();
  }

  private static byte[] key(Coordinates page) {
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
        .putInt(page.partition())
        .putLong(page.offset())
        .array();
  }

  @Override
  public void flush() {
    captures.flush();
  }

  @Override
  public void close() {
    captures.close();
  }
}
