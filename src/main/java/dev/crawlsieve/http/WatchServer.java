package dev.crawlsieve.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves what can be seen of an instance over HTTP/1.1.
 *
 * <p>A connection serves one request and is closed when it gets too old, whatever it does: so a
 * client that sends or reads slowly cannot hold it.
 */
public final class WatchServer implements AutoCloseable {

  /** Of these one accepts connections, one selects; requests that wait for a turn are short. */
  private static final int THREADS = 16;

  /** Header of a request that an instance makes of another one for somebody else. */
  public static final String FORWARDED = Routes.FORWARDED;

  private static final int CONNECTIONS = 64;
  private static final int HEADER_BYTES = 8 << 10;

  private final HttpAddress address;
  private final Server server;

  private WatchServer(HttpAddress address, Server server) {
    this.address = address;
    this.server = server;
  }

  /**
   * Begins to listen.
   *
   * @throws HttpException if it cannot listen there
   */
  public static WatchServer start(HttpAddress address, Watched watched) {
    return start(address, watched, Duration.ofSeconds(30));
  }

  /**
   * @param patience how old a connection may get
   */
  static WatchServer start(HttpAddress address, Watched watched, Duration patience) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("crawlsieve-http");
    threads.setDaemon(true);
    Server server = new Server(threads);
    HttpConfiguration settings = new HttpConfiguration();
    settings.setSendServerVersion(false);
    settings.setRequestHeaderSize(HEADER_BYTES);
    settings.setPersistentConnectionsEnabled(false);
    ServerConnector connector =
        new ServerConnector(server, 1, 1, new HttpConnectionFactory(settings));
    connector.setHost(address.host());
    connector.setPort(address.port());
    connector.setIdleTimeout(patience.toMillis() / 3);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
    server.setHandler(new RequestHandler(address, new Routes(watched)));
    try {
      server.start();
    } catch (Exception e) {
      stop(server);
      throw new HttpException("cannot listen at " + address + " (--http): " + e.getMessage(), e);
    }
    long patienceMillis = patience.toMillis();
    connector
        .getScheduler()
        .schedule(
            new OldConnections(connector, patienceMillis),
            patienceMillis / 4,
            TimeUnit.MILLISECONDS);
    return new WatchServer(address.at(connector.getLocalPort()), server);
  }

  /** Where it listens, with the port that it took. */
  public HttpAddress address() {
    return address;
  }

  /** Stops listening. Idempotent. */
  @Override
  public void close() {
    stop(server);
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (Exception e) {
      throw new HttpException("the HTTP server does not stop: " + e.getMessage(), e);
    }
  }
}
