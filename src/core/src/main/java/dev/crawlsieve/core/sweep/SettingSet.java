package dev.crawlsieve.core.sweep;

import java.util.Arrays;

/** A set of settings by number, as bits. */
final class SettingSet {

  private final long[] words;

  private SettingSet(long[] words) {
    this.words = words;
  }

  /** The number of 64-bit words for this many settings. */
  static int words(int settings) {
    return Math.max(1, (settings + 63) >>> 6);
  }

  /** The empty set, with room for this many settings. */
  static SettingSet none(int settings) {
    return new SettingSet(new long[words(settings)]);
  }

  /** The first {@code settings} settings. */
  static SettingSet first(int settings) {
    SettingSet set = none(settings);
    for (int setting = 0; setting < settings; setting++) {
      set.add(setting);
    }
    return set;
  }

  void add(int setting) {
    words[setting >>> 6] |= 1L << setting;
  }

  void remove(int setting) {
    words[setting >>> 6] &= ~(1L << setting);
  }

  boolean contains(int setting) {
    return (words[setting >>> 6] & 1L << setting) != 0;
  }

  void clear() {
    Arrays.fill(words, 0);
  }

  /** Becomes a copy of another set of the same size. */
  void set(SettingSet other) {
    System.arraycopy(other.words, 0, words, 0, words.length);
  }

  boolean isEmpty() {
    for (long word : words) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  boolean intersects(SettingSet other) {
    for (int word = 0; word < words.length; word++) {
      if ((words[word] & other.words[word]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** The settings from 64 × {@code i} on, lowest bit first. */
  long word(int i) {
    return words[i];
  }

  int words() {
    return words.length;
  }
}
