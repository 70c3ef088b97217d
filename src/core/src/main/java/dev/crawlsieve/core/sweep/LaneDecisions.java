package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.index.LeaderRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on the pages of one lane under some settings. */
interface LaneDecisions {

  /** Receives what is decided on a page under one of the settings. */
  @FunctionalInterface
  interface Taker {

    /**
     * Takes a decision.
     *
     * @param setting number of the setting, from 0
     * @param dropped whether an override drops the page
     * @param original the kept page that it copies; null if there is none
     * @param exact whether both have the same content
     */
    void decided(
        LeaderRecord page,
        int setting,
        boolean dropped,
        @Nullable LeaderRecord original,
        boolean exact);
  }

  /** Decides on the next pages, and passes on the decisions in their order. */
  void decide(List<LeaderRecord> pages, Taker taker);
}
