package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.TableLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * An index that is opened again, after whatever end, is exactly as it was at one of its commits: no
 * leader more or less, the same time, the same small values, the same answers. After a power
 * failure, it may also be found damaged.
 */
class CommitPropertyTest {

  private static final RuleSettings RULE = new RuleSettings(Duration.ofSeconds(20), false);
  private static final TableLayout LAYOUT = TableLayout.all(3).get(0);

  private Path folder;
  private int folders;

  /** The index at a commit. */
  private record State(
      long position, long first, List<ComparedPage> leaders, LaneTime time, String settings) {}

  @BeforeTry
  void makeFolder() throws IOException {
    folder = FastFolder.make("commits");
  }

  @AfterTry
  void deleteFolder() throws IOException {
    FastFolder.remove(folder);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void asAtACommit(@ForAll @IntRange(min = 14, max = 22) int memoryBits, @ForAll long seed)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    long memory = 1L << memoryBits;
    Path at = folder.resolve("0");
    // Without helpers, background work is done between two steps, so files can be copied meanwhile.
    boolean helped = random.nextBoolean();
    Queue<Runnable> later = new ArrayDeque<>();
    TableIndex index = open(at, memory, helped, later);
    List<ComparedPage> leaders = new ArrayList<>();
    List<State> commits = new ArrayList<>();
    commits.add(new State(-1, 0, List.of(), index.laneTime(), null));
    int durable = 0;
    Map<Path, Long> onDisk = FolderCopies.relativeSizes(at);
    try {
      for (int step = 0; step < 600; step++) {
        switch (random.nextInt(40)) {
          case 0, 1, 2, 3 -> {
            index.commit(step);
            commits.add(state(index, leaders));
          }
          case 4 -> {
            index.flush(); // commits as well
            commits.add(state(index, leaders));
            durable = commits.size() - 1;
            onDisk = FolderCopies.relativeSizes(at);
          }
          case 5, 9, 10 -> index.putLaneTime(index.laneTime().advance(step * 100L, leaders.size()));
          case 6 ->
              index.dropBelow(Math.min(index.expired(), index.firstOrdinal() + random.nextInt(64)));
          case 7 -> index.putMeta("settings", ("at " + step).getBytes(UTF_8));
          case 8 -> {
            boolean cut = false;
            Path next = folder.resolve("" + ++folders);
            switch (random.nextInt(helped ? 3 : 4)) {
              case 0 -> {
                State last = state(index, leaders);
                commits.add(last);
                index.close();
                durable = commits.size() - 1;
                next = at;
              }
              case 1 -> {
                index.closeCommitted();
                durable = commits.size() - 1;
                next = at;
              }
              case 2 -> {
                index.abandon();
                next = at;
              }
              default -> { // killed: its files as they are now
                FolderCopies.copy(at, next);
                index.abandon();
                if (random.nextInt(4) > 0) { // the power has failed
                  cut = true;
                  FolderCopies.cut(next, onDisk, random);
                }
              }
            }
            at = next;
            later.clear();
            try {
              index = open(at, memory, helped, later);
            } catch (DamagedIndexException e) {
              assertThat(cut).as("whether the power has failed").isTrue();
              return; // its owner makes it anew
            }
            State found = found(index, commits, durable);
            leaders = new ArrayList<>(found.leaders());
            commits = new ArrayList<>(List.of(found));
            durable = 0;
            onDisk = FolderCopies.relativeSizes(at);
            assertAnswers(index, leaders, random);
          }
          case 11 -> {
            for (int o = (int) index.expired(); o < leaders.size(); o += 1 + random.nextInt(9)) {
              leaders.set(o, leaders.get(o).forgotten());
              index.put(o, leaders.get(o));
            }
          }
          default -> {
            ComparedPage leader =
                Pages.page(leaders.size() + step, random.nextLong(), random.nextInt(400));
            index.put(leaders.size(), leader);
            leaders.add(leader);
          }
        }
        if (random.nextInt(8) == 0 && !later.isEmpty()) {
          later.remove().run();
        }
        if (random.nextInt(20) == 0) {
          assertAnswers(index, leaders, random); // so that tables are filled, and go to disk
        }
      }
    } finally {
      index.abandon();
    }
  }

  private static TableIndex open(Path at, long memory, boolean helped, Queue<Runnable> later) {
    return helped
        ? TableIndex.open(at, LAYOUT, RULE, memory)
        : new TableIndex(at, leaders -> LAYOUT, RULE, memory, later::add);
  }

  private static State state(TableIndex index, List<ComparedPage> leaders) {
    byte[] settings = index.meta("settings");
    return new State(
        index.position(),
        index.firstOrdinal(),
        new ArrayList<>(leaders),
        index.laneTime(),
        settings == null ? null : new String(settings, UTF_8));
  }

  /** The commit that was found, which must be the last durable one or a later one. */
  private static State found(TableIndex index, List<State> commits, int durable) {
    List<String> possible = new ArrayList<>();
    for (State state : commits.subList(durable, commits.size())) {
      if (same(index, state)) {
        return state;
      }
      possible.add(shown(state));
    }
    throw new AssertionError(
        shown(state(index, all(index))) + " is none of the commits " + possible);
  }

  private static List<ComparedPage> all(TableIndex index) {
    List<ComparedPage> all = new ArrayList<>();
    for (long o = 0; o < index.nextOrdinal(); o++) {
      all.add(index.get(o));
    }
    return all;
  }

  private static String shown(State state) {
    return "position "
        + state.position()
        + ", leaders "
        + state.first()
        + " to "
        + state.leaders().size()
        + ", tick "
        + state.time().tick()
        + ", settings "
        + state.settings();
  }

  private static boolean same(TableIndex index, State state) {
    State found = state(index, all(index));
    if (!shown(found).equals(shown(state))
        || !Arrays.equals(found.time().encode(), state.time().encode())) {
      return false;
    }
    for (int o = (int) state.first(); o < state.leaders().size(); o++) {
      ComparedPage there = index.get(o);
      if (there == null || !Arrays.equals(there.stored(), state.leaders().get(o).stored())) {
        return false;
      }
    }
    return true;
  }

  /** Compares with a scan of the leaders that have not expired. */
  private static void assertAnswers(
      TableIndex index, List<ComparedPage> leaders, SplittableRandom random) {
    for (int i = 0; i < 5 && !leaders.isEmpty(); i++) {
      ComparedPage one = leaders.get(random.nextInt(leaders.size()));
      ComparedPage page =
          Pages.page(
              1_000_000, one.simhash() ^ 1L << random.nextInt(64) ^ 1L << random.nextInt(64), 9);
      long expected = -1;
      int least = Integer.MAX_VALUE;
      for (int o = (int) index.expired(); o < leaders.size(); o++) {
        int distance = Long.bitCount(leaders.get(o).simhash() ^ page.simhash());
        if (distance <= 3 && distance < least && !leaders.get(o).isForgotten()) {
          least = distance;
          expected = o;
        }
      }
      Lookup found = index.lookup(page);
      assertThat(found.found() ? found.ordinal() : -1).isEqualTo(expected);
    }
  }
}
