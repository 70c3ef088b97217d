package dev.crawlsieve.files.bodies;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Receives a body of at most a given number of bytes. If the body is longer, the response is
 * cancelled and the result is null.
 */
public final class BoundedSubscriber implements BodySubscriber<byte[]> {

  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();

  @SuppressWarnings("NullAway.Init") // by onSubscribe, which comes first
  private Flow.Subscription subscription;

  /**
   * A subscriber to one body.
   *
   * @param most the most bytes that the body may have
   */
  public BoundedSubscriber(int most) {
    this.most = most;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (most == 0) {
      given.cancel();
      body.complete(null);
    } else {
      given.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (body.isDone()) {
        return;
      }
      if (buffer.remaining() > most - bytes.size()) {
        subscription.cancel();
        body.complete(null);
        return;
      }
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.writeBytes(part);
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }
}
