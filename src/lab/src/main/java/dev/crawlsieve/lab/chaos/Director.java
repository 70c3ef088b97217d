package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.process.Member;
import dev.crawlsieve.tool.terminal.Interruption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the planned faults, one after the other.
 *
 * <p>It waits until a broker is back in sync, so that never more than one is away; but it does not
 * wait for instances, so one may be down while something else is, too. Each instance has a thread
 * of its own that carries out its faults in order.
 */
final class Director implements AutoCloseable {

  private static final Duration COMES_UP = Duration.ofMinutes(5);
  private static final Duration ROUTES_AGAIN = Duration.ofMinutes(2);

  /** Before one fault in this many, all is routed; otherwise a slow machine would only start up. */
  private static final int REST_EVERY = 4;

  private final Fleet cluster;
  private final List<Fault> plan;
  private final Pace pace;
  private final ChaosLoad load;
  private final LongSupplier out;
  private final TopicRemoval removal;
  private final Stoppable stopping;
  private final ChaosListener listener;
  private final List<ExecutorService> hands = new ArrayList<>();
  private final List<Future<?>> underWay = new ArrayList<>();
  private final Map<Fault.Kind, Integer> done = new EnumMap<>(Fault.Kind.class);
  private final AtomicInteger unwilling = new AtomicInteger();
  private int kills;

  Director(
      Fleet cluster,
      List<Fault> plan,
      Pace pace,
      ChaosLoad load,
      LongSupplier out,
      TopicRemoval removal,
      Stoppable stopping,
      ChaosListener listener) {
    this.cluster = cluster;
    this.plan = plan;
    this.pace = pace;
    this.load = load;
    this.out = out;
    this.removal = removal;
    this.stopping = stopping;
    this.listener = listener;
    for (Member instance : cluster.instances()) {
      hands.add(hand(instance.name().replace(' ', '-')));
    }
  }

  private static ExecutorService hand(String name) {
    return Executors.newSingleThreadExecutor(task -> new Thread(task, "crawlsieve-" + name));
  }

  /** Carries out everything, and returns when all processes are up again. */
  void run() throws InterruptedException {
    awaitFirst();
    long kill = plan.stream().filter(fault -> fault.kind().kills()).count();
    for (int i = 0; i < plan.size(); i++) {
      Fault fault = plan.get(i);
      stopping.sleep(fault.waitMillis());
      if (i % REST_EVERY == REST_EVERY - 1) {
        awaitRouted(load.taken());
      }
      while (load.answered() < pace.due()) {
        ensureWell();
        stopping.sleep(50);
      }
      kills += fault.kind().kills() ? 1 : 0;
      String which =
          fault.kind().kills() ? String.format(Locale.ROOT, "kill %d of %d: ", kills, kill) : "";
      listener.note(
          String.format(
              Locale.ROOT, "%s%s; %,d in, %,d out", which, fault, load.taken(), out.getAsLong()));
      act(fault);
      done.merge(fault.kind(), 1, Integer::sum);
      pace.step();
      ensureWell();
    }
    for (Future<?> task : underWay) {
      join(task);
    }
    cluster.awaitInSync(stopping);
  }

  /** Waits until pages come out: what has not begun cannot be disturbed. */
  private void awaitFirst() throws InterruptedException {
    long end = System.nanoTime() + COMES_UP.toNanos();
    while (out.getAsLong() == 0) {
      ensureWell();
      stopping.sleep(100);
      if (System.nanoTime() > end) {
        throw new SieveException(
            "no page has come out after "
                + COMES_UP.toMinutes()
                + " min; the instances say: "
                + cluster.instances().stream().map(Member::lastWords).toList());
      }
    }
  }

  private void ensureWell() {
    load.ensureWell();
    for (Future<?> task : underWay) {
      if (task.isDone()) {
        try {
          join(task);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private void act(Fault fault) throws InterruptedException {
    if (fault.kind().ofBroker()) {
      act(cluster.broker(fault), fault, null);
      cluster.awaitInSync(stopping);
    } else if (fault.kind() == Fault.Kind.DELETE_TOPIC) {
      // An instance refuses to start while a topic is missing, as it should.
      awaitAllUp();
      removal.during(fault.topic(), fault.downMillis());
      cluster.awaitInSync(stopping);
    } else if (fault.kind() == Fault.Kind.ROLL) {
      cluster.roll(fault.settings());
      for (int i = 0; i < hands.size(); i++) {
        Member instance = cluster.instances().get(i);
        join(hand(i, () -> act(instance, fault, null)));
        awaitRouting();
      }
    } else {
      int i = fault.target() - 1;
      Member instance = cluster.instances().get(i);
      Path state = cluster.state(fault.target());
      underWay.add(hand(i, () -> act(instance, fault, state)));
    }
  }

  /** Waits until each instance has finished its faults and has started. */
  private void awaitAllUp() throws InterruptedException {
    for (Future<?> task : underWay) {
      join(task);
    }
    long end = System.nanoTime() + COMES_UP.toNanos();
    for (Member instance : cluster.instances()) {
      while (!instance.printed(Interruption.STOPS_IT)) {
        stopping.sleep(100);
        if (System.nanoTime() > end) {
          throw new SieveException(
              instance.name()
                  + " has not started after "
                  + COMES_UP.toMinutes()
                  + " min; it says: "
                  + instance.lastWords());
        }
      }
    }
  }

  private Future<?> hand(int instance, Callable<Void> task) {
    return hands.get(instance).submit(task);
  }

  private Void act(Member member, Fault fault, @Nullable Path state) throws InterruptedException {
    switch (fault.kind()) {
      case KILL_BROKER, KILL_INSTANCE -> member.kill();
      case KILL_INSTANCE_AND_STATE -> {
        member.kill();
        if (state != null && Files.exists(state)) {
          Folders.remove(state);
        }
      }
      case PAUSE_BROKER, PAUSE_INSTANCE -> {
        member.pause(fault.downMillis());
        return null;
      }
      case STOP_BROKER, STOP_INSTANCE, ROLL -> {
        if (!member.stop()) {
          unwilling.incrementAndGet();
          listener.note(member.name() + " did not stop when asked to, and was killed");
        }
      }
      case DELETE_TOPIC -> throw new IllegalArgumentException(fault + " is not done to a process");
    }
    stopping.sleep(fault.kind() == Fault.Kind.ROLL ? 0 : fault.downMillis());
    member.start();
    return null;
  }

  /** Waits until pages come out again, or no more are due. */
  private void awaitRouting() throws InterruptedException {
    awaitRouted(Math.min(load.taken(), out.getAsLong() + 1));
  }

  /** Waits until this many pages are out. */
  private void awaitRouted(long count) throws InterruptedException {
    long end = System.nanoTime() + ROUTES_AGAIN.toNanos();
    while (out.getAsLong() < count && System.nanoTime() < end) {
      stopping.sleep(100);
    }
  }

  private static void join(Future<?> task) throws InterruptedException {
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SieveException told) {
        throw told;
      }
      throw new SieveException("a fault cannot be made: " + e.getCause(), e.getCause());
    }
  }

  /** Number of faults carried out, by kind. */
  Map<Fault.Kind, Integer> done() {
    return Map.copyOf(done);
  }

  /** Number of processes that did not stop when asked to. */
  int unwilling() {
    return unwilling.get();
  }

  @Override
  public void close() {
    hands.forEach(ExecutorService::shutdownNow);
    try {
      for (ExecutorService hand : hands) {
        hand.awaitTermination(10, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
