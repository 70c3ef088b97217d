package dev.crawlsieve.watch.http;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Limits the number and age of connections.
 *
 * <p>Beyond the limit, a new connection replaces the oldest one whose request is not being
 * processed. So clients that send or read slowly keep no one out, however many there are. (Jetty's
 * own limit accepts no new connection while there are too many.) Thread-safe.
 */
final class OpenConnections implements Connection.Listener {

  private final ServerConnector connector;
  private final int most;
  private final long patienceMillis;

  /** Connections with a request that is being processed. */
  private final Set<EndPoint> working = ConcurrentHashMap.newKeySet();

  /**
   * @param most maximum number of connections; more than can be processed at a time
   * @param patienceMillis maximum age of a connection, in milliseconds
   */
  OpenConnections(ServerConnector connector, int most, long patienceMillis) {
    this.connector = connector;
    this.most = most;
    this.patienceMillis = patienceMillis;
  }

  @Override
  public void onOpened(Connection connection) {
    List<EndPoint> open =
        connector.getConnectedEndPoints().stream().filter(EndPoint::isOpen).toList();
    if (open.size() > most) {
      open.stream()
          .filter(one -> !working.contains(one) && one != connection.getEndPoint())
          .min(Comparator.comparingLong(EndPoint::getCreatedTimeStamp))
          .ifPresent(EndPoint::close);
    }
  }

  /** Records whether a request is being processed. */
  void working(EndPoint on, boolean now) {
    if (now) {
      working.add(on);
    } else {
      working.remove(on);
    }
  }

  /** Closes connections that are too old. */
  void closeOld() {
    long now = System.currentTimeMillis();
    connector.getConnectedEndPoints().stream()
        .filter(one -> now - one.getCreatedTimeStamp() > patienceMillis)
        .forEach(EndPoint::close);
  }
}
