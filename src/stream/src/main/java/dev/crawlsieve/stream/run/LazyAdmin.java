package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** An admin client that is created on first use. Not thread-safe. */
final class LazyAdmin implements AutoCloseable {

  private final Supplier<Admin> clients;
  private @Nullable Admin admin;

  LazyAdmin(SieveConfig config) {
    this.clients = new Connection(config)::admin;
  }

  /**
   * @param patienceMillis how long to wait for an answer
   */
  LazyAdmin(SieveConfig config, int patienceMillis) {
    this.clients = () -> new Connection(config).admin(patienceMillis);
  }

  /**
   * The client; the same one each time.
   *
   * @throws dev.crawlsieve.core.failure.SieveException if no broker has answered yet
   */
  Admin get() {
    if (admin == null) {
      admin = clients.get();
    }
    return admin;
  }

  /** Closes the client without waiting for answers. */
  @Override
  public void close() {
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
  }
}
