package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.work.ProgressListener;
import java.util.ArrayList;
import java.util.List;

/** Listens to a replay and keeps its notes, for tests. */
public final class QuietReplay implements ProgressListener {

  private final List<String> notes = new ArrayList<>();

  @Override
  public void note(String sentence) {
    notes.add(sentence);
  }

  List<String> notes() {
    return notes;
  }
}
