package dev.crawlsieve.stream.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * Bounds how many connections there are, and how old they get.
 *
 * <p>Beyond the bound a new connection takes the place of the oldest on which nothing is worked: so
 * connections that send or read slowly, however many they are, keep nobody out. Thread-safe.
 */
final class OpenConnections implements Connection.Listener {

  private final int most;
  private final long patienceMillis;

  /** In the order of their opening; whether an answer is being worked out. */
  private final Map<EndPoint, Boolean> open = new LinkedHashMap<>();

  /**
   * @param most how many there may be; more than can be at work
   * @param patienceMillis how old one may get
   */
  OpenConnections(int most, long patienceMillis) {
    this.most = most;
    this.patienceMillis = patienceMillis;
  }

  @Override
  public void onOpened(Connection connection) {
    EndPoint replaced = add(connection.getEndPoint());
    if (replaced != null) {
      replaced.close();
    }
  }

  private synchronized EndPoint add(EndPoint added) {
    EndPoint oldest = null;
    if (open.size() >= most) {
      oldest =
          open.entrySet().stream()
              .filter(one -> !one.getValue())
              .map(Map.Entry::getKey)
              .findFirst()
              .orElse(null);
      open.remove(oldest);
    }
    open.put(added, false);
    return oldest;
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    open.remove(connection.getEndPoint());
  }

  /** Says whether an answer is being worked out. */
  synchronized void working(EndPoint on, boolean working) {
    open.computeIfPresent(on, (one, before) -> working);
  }

  /** Closes those that are too old. */
  void closeOld() {
    long now = System.currentTimeMillis();
    List<EndPoint> old;
    synchronized (this) {
      old = new ArrayList<>(open.keySet());
    }
    old.removeIf(one -> now - one.getCreatedTimeStamp() <= patienceMillis);
    old.forEach(EndPoint::close);
  }
}
