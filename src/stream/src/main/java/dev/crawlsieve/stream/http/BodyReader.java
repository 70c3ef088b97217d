package dev.crawlsieve.stream.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Reads a request's body asynchronously, so that no thread waits for a slow client. One reader
 * reads one body.
 */
final class BodyReader implements Runnable {

  // Closing a connection with unread bytes resets it, and the client may never see the answer.
  private static final int MAX_READ_BYTES = 8 * Routes.MAX_BODY_BYTES;

  private final Request request;
  private final Consumer<byte[]> whole;
  private final Consumer<Answer> refused;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Scheduler.Task expiry;
  private long read;

  private BodyReader(
      Request request, long patienceMillis, Consumer<byte[]> whole, Consumer<Answer> refused) {
    this.request = request;
    this.whole = whole;
    this.refused = refused;
    this.expiry =
        request
            .getComponents()
            .getScheduler()
            .schedule(() -> refuse(tooSlow()), patienceMillis, TimeUnit.MILLISECONDS);
  }

  /**
   * Starts reading, and calls one of the consumers once, from any thread.
   *
   * @param patienceMillis how long the body may take
   * @param whole receives the body, empty if there is none
   * @param refused receives the answer if the body is too large, too slow or incomplete
   */
  static void read(
      Request request, long patienceMillis, Consumer<byte[]> whole, Consumer<Answer> refused) {
    new BodyReader(request, patienceMillis, whole, refused).run();
  }

  @Override
  public void run() {
    while (!ended.get()) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        refuse(
            chunk.getFailure() instanceof TimeoutException
                ? tooSlow()
                : Answer.error(400, "the request was not sent completely"));
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
    if (read > Routes.MAX_BODY_BYTES) {
      refuse(
          Answer.error(
              413,
              "the body is too large, at most "
                  + Routes.MAX_BODY_BYTES
                  + " bytes are accepted: send less in a request, or a page's fingerprint instead"
                  + " of the page"));
    } else if (ended.compareAndSet(false, true)) {
      expiry.cancel();
      whole.accept(body.toByteArray());
    }
  }

  private void refuse(Answer why) {
    if (ended.compareAndSet(false, true)) {
      expiry.cancel();
      refused.accept(why);
    }
  }

  private static Answer tooSlow() {
    return Answer.error(408, "the request took too long");
  }
}
