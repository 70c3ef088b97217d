package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.bytemap.DiskByteMap;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.ClusterTopic;
import dev.crawlsieve.sites.cluster.Clusters;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.LaneClusters;
import java.nio.file.Path;

/** A lane's clusters on disk, which expire with their leaders and are not published. */
final class DiskClusters implements Clusters {

  /**
   * Pages between two calls of {@link LaneClusters#tell}. Since nothing is published here, they
   * only clear the list of grown clusters.
   */
  private static final int TELL_EVERY = 1024;

  private final DiskByteMap map;
  private final LaneClusters clusters;
  private long taken;

  /**
   * Opens the clusters of a lane that has not decided on any page yet.
   *
   * @param folder empty or missing
   * @throws dev.crawlsieve.core.failure.SieveException if it cannot be written
   */
  DiskClusters(ClusterSettings settings, int lane, Path folder, TableIndex index) {
    map = new DiskByteMap(folder);
    clusters = new LaneClusters(settings, map, lane, ClusterTopic.NONE);
    index.onExpiry((ordinal, now) -> clusters.forget(index.get(ordinal).source(), now));
  }

  @Override
  public Verdict take(Verdict verdict, Features features) {
    if (++taken % TELL_EVERY == 0) {
      clusters.tell();
    }
    return clusters.take(verdict, features);
  }

  @Override
  public void close() {
    map.close();
  }
}
