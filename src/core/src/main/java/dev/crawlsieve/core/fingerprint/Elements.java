package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.ShingleSettings.Weight;
import org.jspecify.annotations.Nullable;

/** Turns a text's shingles into the elements for the SimHash and the sketch. */
final class Elements implements HashSink {

  private final SimHash simhash = new SimHash();
  private final Sketch sketch = new Sketch();
  private final boolean countReplicas;
  private final boolean everyOccurrence;
  private final @Nullable Occurrences occurrences;
  private final long[] elements = new long[BLOCK];

  Elements(ShingleSettings settings) {
    countReplicas = settings.countReplicas();
    everyOccurrence = settings.weight() == Weight.TF;
    occurrences = countReplicas || !everyOccurrence ? new Occurrences() : null;
  }

  /** The SimHash so far. */
  SimHash simhash() {
    return simhash;
  }

  /** The sketch so far. */
  Sketch sketch() {
    return sketch;
  }

  @Override
  public void accept(long[] shingles, int count) {
    if (occurrences == null) { // the default: sets ignore repeats, and term frequencies count them
      simhash.addAll(shingles, count);
      sketch.addAll(shingles, count);
      return;
    }
    int found = 0;
    for (int i = 0; i < count; i++) {
      int occurrence = occurrences.add(shingles[i]);
      if (countReplicas || occurrence == 1) {
        elements[found++] = Occurrences.labelled(shingles[i], occurrence);
      }
    }
    sketch.addAll(elements, found);
    if (everyOccurrence) {
      simhash.addAll(shingles, count);
    } else {
      simhash.addAll(elements, found);
    }
  }

  /** Resets the state for the next text. */
  void reset() {
    simhash.reset();
    sketch.reset();
    if (occurrences != null) {
      occurrences.clear();
    }
  }
}
