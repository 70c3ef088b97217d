package dev.crawlsieve.sites.mirror;

import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeSet;

/** The sites in the order of their weights, to find the lightest one. */
final class SiteWeights {

  /** A site's weight and its key in the store. */
  private record Place(int weight, byte[] key) {}

  private final TreeSet<Place> places =
      new TreeSet<>(
          Comparator.comparingInt(Place::weight)
              .thenComparing(Place::key, Arrays::compareUnsigned));

  void add(Site site) {
    places.add(place(site, site.weight));
  }

  /** Moves a site that had another weight. */
  void move(Site site, int before) {
    if (site.weight != before) {
      places.remove(place(site, before));
      add(site);
    }
  }

  void remove(Site site) {
    places.remove(place(site, site.weight));
  }

  /** Removes the lightest site, and returns its key in the store. */
  byte[] pollLightest() {
    return places.pollFirst().key();
  }

  private static Place place(Site site, int weight) {
    return new Place(weight, StoreKeys.site(site.name));
  }
}
