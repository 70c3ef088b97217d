package dev.crawlsieve.stream.run;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * A proxy between clients and a broker that can hold back requests of one kind, with everything
 * after them on their connection, like a broker that is slow to respond to them.
 */
final class RequestHold implements AutoCloseable {

  private final int broker;
  private final ServerSocket server;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private ApiKeys kind;
  private boolean holding;

  /**
   * @param broker port of the broker
   */
  RequestHold(int broker) throws IOException {
    this.broker = broker;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Holds requests of this kind back until one has been held for this long. */
  synchronized void hold(ApiKeys held, long millis) throws InterruptedException {
    kind = held;
    while (!holding) {
      wait();
    }
    long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    for (long left = millis;
        left > 0;
        left = Duration.ofNanos(end - System.nanoTime()).toMillis()) {
      wait(left);
    }
    kind = null;
    holding = false;
    notifyAll();
  }

  private synchronized void pass(short request) throws InterruptedException {
    while (kind != null && kind.id == request) {
      if (!holding) {
        holding = true;
        notifyAll();
      }
      wait();
    }
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      Socket behind = new Socket(InetAddress.getLoopbackAddress(), broker);
      sockets.add(client);
      sockets.add(behind);
      start(() -> requests(client, behind));
      start(() -> behind.getInputStream().transferTo(client.getOutputStream()));
    }
  }

  private void requests(Socket client, Socket behind) throws IOException, InterruptedException {
    try (client;
        behind) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
      DataOutputStream out = new DataOutputStream(behind.getOutputStream());
      while (true) {
        byte[] request = new byte[in.readInt()];
        in.readFully(request);
        pass(ByteBuffer.wrap(request).getShort());
        byte[] framed = new byte[4 + request.length];
        ByteBuffer.wrap(framed).putInt(request.length).put(request);
        out.write(framed);
      }
    }
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (EOFException | SocketException e) {
                // One side has closed; the other notices by its own end of the stream.
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "request-hold");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private interface Task {
    void run() throws IOException, InterruptedException;
  }
}
