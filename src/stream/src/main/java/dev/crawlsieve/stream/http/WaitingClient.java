package dev.crawlsieve.stream.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The client at the other end of a connection, once its request has been read completely.
 *
 * <p>Jetty reads nothing while a request is processed, and so does not notice that a client has
 * gone: this class reads from the connection. Nothing is lost by that, as a connection serves one
 * request. A client that closes only its own half counts as gone, too, as in nginx.
 */
final class WaitingClient implements Asker {

  private final EndPoint connection;
  private final ByteBuffer unwanted = BufferUtil.allocate(64);

  WaitingClient(EndPoint connection) {
    this.connection = connection;
  }

  @Override
  public synchronized boolean gone() {
    try {
      BufferUtil.clear(unwanted);
      return !connection.isOpen() || connection.fill(unwanted) < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
