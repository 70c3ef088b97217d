package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.LeaderRecord;

/** A page that is looked up; what of its sketch is compared in every band is found once. */
final class Question {

  private final LeaderRecord page;
  private long sketchBits;
  private boolean known; // the bits above
  private long[] sketch;

  Question(LeaderRecord page) {
    this.page = page;
  }

  /** What an entry of the page would carry. */
  long payload(Feature feature) {
    if (feature != Feature.SKETCH_BITS) {
      return feature.of(page); // is read in place
    }
    if (!known) {
      known = true;
      sketchBits = feature.of(page);
    }
    return sketchBits;
  }

  /** The page's bits as in a {@link SketchColumn}; it must have a sketch. */
  long[] sketch() {
    if (sketch == null) {
      sketch = SketchColumn.bits(page);
    }
    return sketch;
  }
}
