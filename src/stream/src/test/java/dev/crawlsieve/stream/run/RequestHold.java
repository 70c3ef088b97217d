package dev.crawlsieve.stream.run;

import dev.crawlsieve.Waits;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;

/**
 * A proxy between clients and a broker in trouble. It can hold back requests of one kind, with
 * everything after them on their connection, like a broker that is slow to respond to them; and it
 * can answer some of them with an error, whether the broker has done what was asked or not.
 */
final class RequestHold implements AutoCloseable {

  private final IntSupplier broker;
  private final ServerSocket server;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private ApiKeys kind;
  private boolean holding;
  private final Deque<Failure> due = new ArrayDeque<>();

  /**
   * Requests to be answered with an error.
   *
   * @param done whether the broker has done what was asked all the same
   */
  record Failure(ApiKeys kind, Errors error, boolean done, int times) {}

  private record Answer(byte[] bytes, boolean done) {}

  /**
   * @param broker supplies the port of the broker, once there is one
   */
  RequestHold(IntSupplier broker) {
    this.broker = broker;
    try {
      this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  String bootstrapServers() {
    return "localhost:" + server.getLocalPort();
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

  /** Whether requests of this kind are held back from now on. */
  synchronized boolean isSetFor(ApiKeys held) {
    return kind == held;
  }

  /**
   * Answers the next requests of a kind with an error, then those of the next kind, and waits until
   * that has happened. A client may send the second kind right after the first has failed.
   */
  synchronized void fail(Failure... failures) throws InterruptedException {
    due.addAll(List.of(failures));
    long end = System.nanoTime() + Waits.LIMIT.toNanos();
    while (!due.isEmpty()) {
      long millis = Duration.ofNanos(end - System.nanoTime()).toMillis();
      if (millis <= 0) {
        throw new AssertionError("no such request: " + due);
      }
      wait(millis);
    }
  }

  /**
   * The answer to a request, if it is to fail.
   *
   * @return null if the broker's own is right
   */
  private synchronized Answer failure(RequestHeader header, ByteBuffer request) {
    Failure next = due.peek();
    if (next == null || header.apiKey() != next.kind) {
      return null;
    }
    due.remove();
    if (next.times > 1) {
      due.push(new Failure(next.kind, next.error, next.done, next.times - 1));
    }
    notifyAll();
    ApiMessage answer =
        AbstractRequest.parseRequest(
                header.apiKey(), header.apiVersion(), new ByteBufferAccessor(request))
            .request
            .getErrorResponse(0, next.error.exception())
            .data();
    ResponseHeader of = header.toResponseHeader();
    ByteBuffer head = MessageUtil.toByteBufferAccessor(of.data(), of.headerVersion()).buffer();
    ByteBuffer body = MessageUtil.toByteBufferAccessor(answer, header.apiVersion()).buffer();
    return new Answer(
        ByteBuffer.allocate(head.remaining() + body.remaining()).put(head).put(body).array(),
        next.done);
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
      Socket behind = new Socket(InetAddress.getLoopbackAddress(), broker.getAsInt());
      sockets.add(client);
      sockets.add(behind);
      Map<Integer, byte[]> failures = new ConcurrentHashMap<>();
      start(() -> requests(client, behind, failures));
      start(() -> answers(client, behind, failures));
    }
  }

  private void requests(Socket client, Socket behind, Map<Integer, byte[]> failures)
      throws IOException, InterruptedException {
    try (client;
        behind) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
      while (true) {
        byte[] request = read(in);
        ByteBuffer rest = ByteBuffer.wrap(request);
        pass(rest.getShort(0));
        RequestHeader header = RequestHeader.parse(rest);
        Answer failure = failure(header, rest);
        if (failure != null) {
          failures.put(header.correlationId(), failure.bytes);
          if (!failure.done) {
            request = nothing(header.correlationId());
          }
        }
        write(behind, request);
      }
    }
  }

  /** A request in place of another, so that its answer comes when it is its turn. */
  private static byte[] nothing(int correlation) {
    RequestHeader header =
        new RequestHeader(ApiKeys.API_VERSIONS, (short) 0, "nobody", correlation);
    ByteBuffer head =
        MessageUtil.toByteBufferAccessor(header.data(), header.headerVersion()).buffer();
    byte[] bytes = new byte[head.remaining()];
    head.get(bytes);
    return bytes;
  }

  private static void answers(Socket client, Socket behind, Map<Integer, byte[]> failures)
      throws IOException {
    try (client;
        behind) {
      DataInputStream in = new DataInputStream(new BufferedInputStream(behind.getInputStream()));
      while (true) {
        byte[] answer = read(in);
        byte[] failure = failures.remove(ByteBuffer.wrap(answer).getInt());
        write(client, failure == null ? answer : failure);
      }
    }
  }

  private static byte[] read(DataInputStream in) throws IOException {
    byte[] framed = new byte[in.readInt()];
    in.readFully(framed);
    return framed;
  }

  private static void write(Socket to, byte[] bytes) throws IOException {
    to.getOutputStream()
        .write(ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array());
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
