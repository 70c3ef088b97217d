package dev.crawlsieve.stream.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The client at the other end of a connection, whose request has come to its end.
 *
 * <p>Jetty reads nothing while a request is worked on, so that it does not see a client go: here
 * its end of the connection is read. Nothing is lost by that, as a connection serves one request.
 * Who closes their own half only is taken for gone, too, as nginx does.
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
