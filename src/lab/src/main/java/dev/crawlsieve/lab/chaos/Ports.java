package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that are still free when a broker restarts.
 *
 * <p>The system's ephemeral ports are not suitable: while a broker is down, a client that tries to
 * connect to it may be assigned that very port as its own, and TCP lets it connect to itself.
 */
final class Ports {

  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int TRIES = 2_000;

  private Ports() {}

  /** Distinct ports of the loopback interface on which nothing is listening. */
  static List<Integer> free(int number) {
    List<Integer> free = new ArrayList<>();
    for (int i = 0; i < TRIES && free.size() < number; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (!free.contains(port) && isFree(port)) {
        free.add(port);
      }
    }
    if (free.size() < number) {
      throw new SieveException("no ports are free between " + FIRST + " and " + END);
    }
    return free;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
