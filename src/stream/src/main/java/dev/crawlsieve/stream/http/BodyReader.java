package dev.crawlsieve.stream.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/** Reads a request's body asynchronously, so that no thread waits for a slow client. */
final class BodyReader extends CompletableFuture<byte[]> implements Runnable {

  // Closing a connection with unread bytes resets it, and the client may never see the answer. So
  // more is read than is kept, which Jetty's own Content.Source.asByteArrayAsync does not do.
  private static final int MAX_READ_BYTES = 8 * Routes.MAX_BODY_BYTES;

  private final Request request;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private long read;

  private BodyReader(Request request) {
    this.request = request;
  }

  /**
   * Starts reading.
   *
   * @param patienceMillis how long the body may take
   * @return the body, empty if there is none; or a {@link RefusedException} if it is too large, a
   *     {@link java.util.concurrent.TimeoutException} if it is too slow, or another exception
   */
  static CompletableFuture<byte[]> read(Request request, long patienceMillis) {
    BodyReader reader = new BodyReader(request);
    CompletableFuture<byte[]> body = reader.orTimeout(patienceMillis, TimeUnit.MILLISECONDS);
    reader.run();
    return body;
  }

  @Override
  public void run() {
    while (!isDone()) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        completeExceptionally(chunk.getFailure());
        return;
      }
      boolean last = chunk.isLast();
      take(chunk.getByteBuffer());
      chunk.release();
      if (last || read > MAX_READ_BYTES) {
        end();
      }
    }
  }

  private void take(ByteBuffer next) {
    read += next.remaining();
    if (read <= Routes.MAX_BODY_BYTES) {
      body.writeBytes(BufferUtil.toArray(next));
    }
  }

  private void end() {
    if (read <= Routes.MAX_BODY_BYTES) {
      complete(body.toByteArray());
      return;
    }
    completeExceptionally(
        new RefusedException(
            413,
            "the body is too large, at most "
                + Routes.MAX_BODY_BYTES
                + " bytes are accepted: send less in a request, or a page's fingerprint instead"
                + " of the page"));
  }
}
