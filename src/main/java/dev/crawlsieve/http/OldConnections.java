package dev.crawlsieve.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;

/** Closes connections that are too old, again and again until the connector stops. */
final class OldConnections implements Runnable {

  private final ServerConnector connector;
  private final long patienceMillis;

  OldConnections(ServerConnector connector, long patienceMillis) {
    this.connector = connector;
    this.patienceMillis = patienceMillis;
  }

  @Override
  public void run() {
    long now = System.currentTimeMillis();
    for (EndPoint connection : connector.getConnectedEndPoints()) {
      if (now - connection.getCreatedTimeStamp() > patienceMillis) {
        connection.close();
      }
    }
    if (connector.isRunning()) {
      connector.getScheduler().schedule(this, patienceMillis / 4, TimeUnit.MILLISECONDS);
    }
  }
}
