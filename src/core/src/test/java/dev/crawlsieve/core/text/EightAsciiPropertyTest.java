package dev.crawlsieve.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class EightAsciiPropertyTest {

  @Property
  void shouldFindTheFirstAmongAnyBytes(
      @ForAll @Size(max = 40) byte[] bytes,
      @ForAll @IntRange(max = 40) int from,
      @ForAll @IntRange(max = 40) int at) {
    int start = Math.min(from, bytes.length);
    if (at < bytes.length) {
      bytes[at] = '"';
    }
    int expected = start;
    while (expected < bytes.length && bytes[expected] != '"') {
      expected++;
    }

    assertThat(EightAscii.find(bytes, start, bytes.length, '"')).isEqualTo(expected);
  }

  @Property
  void shouldFindTheFirstOtherAmongAnyBytes(
      @ForAll @Size(max = 40) byte[] bytes,
      @ForAll @IntRange(max = 40) int from,
      @ForAll @IntRange(max = 40) int ascii) {
    int start = Math.min(from, bytes.length);
    for (int i = start; i < Math.min(start + ascii, bytes.length); i++) {
      bytes[i] &= 0x7f;
    }
    int expected = start;
    while (expected < bytes.length && bytes[expected] >= 0) {
      expected++;
    }

    assertThat(EightAscii.findOther(bytes, start)).isEqualTo(expected);
  }
}
