package dev.crawlsieve.stream.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;

/**
 * Limits the number and age of connections.
 *
 * <p>Beyond the limit a new connection replaces the oldest one without a request being processed,
 * so that clients that send or read slowly, however many there are, keep no one out. Thread-safe.
 */
final class OpenConnections implements Connection.Listener {

  private final int most;
  private final long patienceMillis;

  /** In order of opening; the value is whether a request is being processed. */
  private final Map<EndPoint, Boolean> open = new LinkedHashMap<>();

  /**
   * @param most maximum number; more than can be processed at a time
   * @param patienceMillis maximum age
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

  /** Records whether a request is being processed. */
  synchronized void working(EndPoint on, boolean working) {
    open.computeIfPresent(on, (one, before) -> working);
  }

  /** Closes connections that are too old. */
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
