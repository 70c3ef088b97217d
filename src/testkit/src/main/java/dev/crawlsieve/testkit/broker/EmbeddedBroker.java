package dev.crawlsieve.testkit.broker;

import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker in this JVM, reachable from this machine only.
 *
 * <p>Its limits are Kafka's defaults, see {@link BrokerSettings}.
 */
public final class EmbeddedBroker implements AutoCloseable {

  /**
   * With less free space than this, a disk counts as full: a broker writes batches and indexes of
   * some megabytes.
   */
  private static final long FULL_BYTES = 16 << 20;

  private static final String AGAIN = "; a broker started again on it has what was committed";

  private static final long BROKEN_SHUTDOWN_MILLIS = 3_000;

  private static final int FIRST_PORT = 20_000;
  private static final int END_OF_PORTS = 32_000;
  private static final int PORTS_TRIED = 2_000;
  private static final Set<Socket> HELD = ConcurrentHashMap.newKeySet();

  private final BrokerFolder folder;
  private final KafkaRaftServer server;
  private final int port;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedBroker(BrokerFolder folder, KafkaRaftServer server, int port) {
    this.folder = folder;
    this.server = server;
    this.port = port;
  }

  /**
   * Starts a broker on a new folder, or on the folder of an earlier one with its topics.
   *
   * @param dir folder of the broker's data
   * @param port the port for clients; 0 for any free port
   * @throws SieveException if the port or the folder is in use
   */
  public static EmbeddedBroker start(Path dir, int port) {
    return start(dir, port, Map.of());
  }

  /** Starts a broker with additional settings. */
  public static EmbeddedBroker start(Path dir, int port, Map<String, String> more) {
    ensureInstalled();
    if (port != 0) {
      ensureFree(port);
    }
    List<Integer> ports = freePorts(3);
    ports.remove((Integer) port); // nothing is listening there yet
    return in(dir, port == 0 ? ports.get(0) : port, ports.get(1), more, BrokerFolder::format);
  }

  /**
   * Starts one of several brokers, each of which is also a controller, on a new folder or on its
   * earlier one. It answers once enough of the others have started.
   *
   * @param node the broker's id in the cluster, from 1
   * @param clusterId the id of the cluster, the same for all brokers
   * @param port the port for clients
   * @param controllerPort the port for other controllers
   * @param more additional settings, which include {@code controller.quorum.voters}
   * @throws SieveException if a port or the folder is in use
   */
  public static EmbeddedBroker join(
      Path dir,
      int node,
      String clusterId,
      int port,
      int controllerPort,
      Map<String, String> more) {
    ensureInstalled();
    ensureFree(port);
    Map<String, String> settings = new HashMap<>(more);
    settings.put("node.id", String.valueOf(node));
    return in(dir, port, controllerPort, settings, folder -> folder.format(node, clusterId));
  }

  private static EmbeddedBroker in(
      Path dir,
      int port,
      int controllerPort,
      Map<String, String> more,
      Consumer<BrokerFolder> format) {
    BrokerFolder folder = null;
    try {
      folder = BrokerFolder.take(dir.toAbsolutePath());
      format.accept(folder);
      Map<String, String> settings =
          new HashMap<>(BrokerSettings.alone(folder.log(), port, controllerPort));
      settings.putAll(more);
      return new EmbeddedBroker(folder, launch(settings), port);
    } catch (RuntimeException e) {
      if (folder != null) {
        folder.close();
      }
      SieveException full = FullDisk.told(words(dir.toAbsolutePath()), AGAIN, e);
      throw full == null ? e : full;
    }
  }

  /** Starts a server; if this fails, nothing is left running. */
  static KafkaRaftServer launch(Map<String, String> settings) {
    ProcessExit.refuse();
    // Log4j 2.25, which Kafka's server 4.3.1 uses, fails to start while the process is exiting, as
    // after Ctrl-C, and prints a stack trace.
    System.setProperty("log4j2.shutdownHookEnabled", "false");
    KafkaRaftServer server = null;
    try {
      server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
      server.startup();
      return server;
    } catch (RuntimeException e) {
      if (server != null) {
        server.shutdown();
      }
      throw new SieveException("the broker did not start: " + Causes.root(e), e);
    } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
      // Classes of Kafka 4.3.1 add shutdown hooks when they are loaded, which fails in the same
      // way.
      throw new SieveException("the broker did not start: " + Causes.root(e), e);
    }
  }

  /**
   * Checks that the broker's libraries are installed. They may be left out; this class loads
   * without them.
   *
   * @throws SieveException if they are not
   */
  public static void ensureInstalled() {
    try {
      Class.forName("kafka.server.KafkaRaftServer", false, EmbeddedBroker.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new SieveException(
          "this installation has no embedded broker: lib/broker is missing. Restore that folder"
              + " from the tarball, or use a command that connects to your own brokers",
          e);
    }
  }

  /** A port of the loopback interface that only this process gets, see {@link #freePorts}. */
  public static int freePort() {
    return freePorts(1).get(0);
  }

  /**
   * Distinct ports of the loopback interface on which nothing is listening.
   *
   * <p>None is in the range from which the system takes ports for connections: a connection, even
   * one to that broker, could take the port before it is used or while the broker is down. Other
   * processes that choose in this way do not get these ports while this process lives.
   *
   * @throws SieveException if there are too few free ports
   */
  public static List<Integer> freePorts(int number) {
    List<Integer> free = new ArrayList<>();
    for (int i = 0; i < PORTS_TRIED && free.size() < number; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, END_OF_PORTS);
      if (!free.contains(port) && hold(port)) {
        free.add(port);
      }
    }
    if (free.size() < number) {
      throw new SieveException(
          "no ports are free on this machine between " + FIRST_PORT + " and " + END_OF_PORTS);
    }
    return free;
  }

  /**
   * Holds a port by a socket that is bound but does not listen: first exclusively, then shared, so
   * that Linux lets a server listen there. Other systems only check that the port is free.
   */
  private static boolean hold(int port) {
    Socket holder = new Socket();
    boolean held = false;
    try {
      try {
        holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        holder.setReuseAddress(true);
        held = isFree(port) && HELD.add(holder);
      } finally {
        if (!held) {
          holder.close();
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static void ensureFree(int port) {
    if (!isFree(port)) {
      throw new SieveException(
          "port "
              + port
              + " is in use: stop the process that listens there, or choose another port with"
              + " --port");
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The address for clients, as the value of {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return "localhost:" + port;
  }

  /** Why the broker has halted; null while it is running. */
  public @Nullable SieveException failure() {
    SieveException gaveUp = ProcessExit.failure();
    return gaveUp == null
        ? null
        : reason(gaveUp, folder.dir(), folder.dir().toFile().getUsableSpace());
  }

  /** The reason for a halt. If the disk is full, it says so, since Kafka does not. */
  static SieveException reason(SieveException gaveUp, Path dir, long free) {
    return free >= FULL_BYTES
        ? gaveUp
        : FullDisk.full(words(dir), (free >> 10) + " kB left", AGAIN, gaveUp);
  }

  private static String words(Path dir) {
    return "the broker's folder '" + dir + "'";
  }

  /** Stops the broker; its folder can then be used again. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      if (ProcessExit.failure() == null) {
        shutDown();
      } else {
        shutDownBroken();
      }
      folder.close();
    }
  }

  private void shutDown() {
    server.shutdown();
    server.awaitShutdown();
  }

  /**
   * Stops a broker whose disk has failed, which would otherwise wait minutes for permission to
   * leave.
   */
  private void shutDownBroken() {
    Thread end = new Thread(this::shutDown, "crawlsieve-broker-end");
    end.setDaemon(true);
    end.start();
    try {
      end.join(BROKEN_SHUTDOWN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
