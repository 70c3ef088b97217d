package dev.crawlsieve.watch.http;

import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.SieveException;
import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Serves the state of an instance over HTTP/1.1.
 *
 * <p>A connection serves one request. It is closed when it gets too old, even if it is busy, or
 * when it is idle and there are too many connections. So slow clients do not block others.
 */
public final class WatchServer implements AutoCloseable {

  /**
   * Number of threads that handle connections. One of them accepts, one selects; none ever blocks.
   */
  private static final int THREADS = 8;

  /**
   * Number of threads that compute answers. Up to {@link #WAITING} requests may wait for one of
   * them.
   */
  private static final int WORKERS = 24;

  private static final int WAITING = 20;

  /** Maximum number of connections; more than can be processed at a time. */
  private static final int CONNECTIONS = 64;

  private static final int HEADER_BYTES = 8 << 10;

  private final HttpAddress address;
  private final Server server;
  private final ExecutorService workers;

  private WatchServer(HttpAddress address, Server server, ExecutorService workers) {
    this.address = address;
    this.server = server;
    this.workers = workers;
  }

  /**
   * Starts listening.
   *
   * @param token the token that each request needs, except for health; null for none
   * @throws SieveException if it cannot listen at the address
   */
  public static WatchServer start(HttpAddress address, @Nullable HttpToken token, Routes routes) {
    return start(address, token, routes, Duration.ofSeconds(30));
  }

  /**
   * @param patience maximum age of a connection; reading a body may take a third of it
   */
  static WatchServer start(
      HttpAddress address, @Nullable HttpToken token, Routes routes, Duration patience) {
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
    long patienceMillis = patience.toMillis();
    connector.setIdleTimeout(patienceMillis / 3);
    OpenConnections connections = new OpenConnections(connector, CONNECTIONS, patienceMillis);
    connector.addBean(connections);
    server.addConnector(connector);
    ExecutorService workers = workers();
    server.setHandler(
        new RequestHandler(address, token, routes, connections, workers, patienceMillis / 3));
    server.setErrorHandler(RequestHandler::sendError);
    try {
      server.start();
    } catch (Exception e) {
      stop(server, workers);
      throw new SieveException(
          Causes.any(e, BindException.class)
              ? "cannot listen on "
                  + address
                  + ": another program does, or the address is not this machine's; choose another"
                  + " with --http"
              : "cannot listen on " + address + " (--http): " + e.getMessage(),
          e);
    }
    closeOldAgain(connector, connections, patienceMillis / 4);
    return new WatchServer(address.at(connector.getLocalPort()), server, workers);
  }

  private static ExecutorService workers() {
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            WORKERS,
            WORKERS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, "crawlsieve-http-work");
              thread.setDaemon(true);
              return thread;
            });
    workers.allowCoreThreadTimeOut(true);
    return workers;
  }

  private static void closeOldAgain(
      ServerConnector connector, OpenConnections connections, long everyMillis) {
    connections.closeOld();
    if (connector.isRunning()) {
      connector
          .getScheduler()
          .schedule(
              () -> closeOldAgain(connector, connections, everyMillis),
              everyMillis,
              TimeUnit.MILLISECONDS);
    }
  }

  /** The address that it listens on, with the actual port. */
  public HttpAddress address() {
    return address;
  }

  /** Stops listening. Idempotent. */
  @Override
  public void close() {
    stop(server, workers);
  }

  private static void stop(Server server, ExecutorService workers) {
    workers.shutdownNow();
    try {
      server.stop();
    } catch (Exception e) {
      throw new SieveException("the HTTP server did not stop: " + e.getMessage(), e);
    }
  }
}
