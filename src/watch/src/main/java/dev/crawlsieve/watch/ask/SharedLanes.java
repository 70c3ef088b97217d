package dev.crawlsieve.watch.ask;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.RefusedException;

/** Asks lanes that several tasks share, each on any instance. */
@FunctionalInterface
public interface SharedLanes {

  /**
   * The verdict that a page would get now.
   *
   * @throws RefusedException if one of the lane's tasks cannot be asked now
   */
  AskedVerdict ask(Instances instances, int lane, ComparedPage page) throws RefusedException;
}
