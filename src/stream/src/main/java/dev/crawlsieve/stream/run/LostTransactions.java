package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts the transactions that a lost instance has left open.
 *
 * <p>Committed records cannot be read past an open transaction, so an instance that takes over a
 * lost one's tasks would wait until the brokers abort the transaction: after {@code
 * transaction.timeout.ms} (10 s), which they check every 10 s. An instance that has left the group
 * can no longer commit anything, so its transactions may be aborted at once. If it is alive after
 * all, it continues from its last commit, as after every rebalance that it missed.
 */
final class LostTransactions {

  // Kafka Streams calls a producer's transactions application.id-process-thread, and a member of
  // the group application.id-process-StreamThread-… unless client.id is set.

  private static final Logger LOG = LoggerFactory.getLogger(LostTransactions.class);
  private static final String PROCESS = "-(\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12})-";

  private final Connection connection;
  private final String group;
  private final Pattern transaction;
  private final Pattern member;
  private Set<TaskId> tasks = Set.of(); // the tasks when the brokers were last asked

  /** Handles the transactions of the group that these settings name. */
  LostTransactions(SieveConfig config) {
    this.connection = new Connection(config);
    this.group = config.applicationId();
    this.transaction = Pattern.compile(Pattern.quote(group) + PROCESS + "\\d+");
    this.member = Pattern.compile(Pattern.quote(group) + PROCESS + ".*");
  }

  /** Aborts lost transactions while tasks are being assigned, and again when other tasks are. */
  void look(KafkaStreams streams, Admin admin) {
    try {
      Set<TaskId> now =
          streams.metadataForLocalThreads().stream()
              .map(ThreadMetadata::activeTasks)
              .flatMap(Set::stream)
              .map(task -> task.taskId())
              .collect(Collectors.toSet());
      if (streams.state() == KafkaStreams.State.REBALANCING || !now.equals(tasks)) {
        abort(admin);
        tasks = now;
      }
    } catch (SieveException | IllegalStateException e) {
      // The brokers will abort them, or the instance is being stopped.
      LOG.debug("open transactions are not known yet: {}", e.toString());
    }
  }

  private void abort(Admin admin) {
    // Transactions first: an instance joins the group before it begins one.
    Collection<TransactionListing> open =
        connection.await(
            admin
                .listTransactions(
                    new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING)))
                .all());
    List<String> ids = open.stream().map(TransactionListing::transactionalId).toList();
    if (ids.stream().noneMatch(id -> process(transaction, id).isPresent())) {
      return;
    }
    Collection<MemberDescription> members = connection.members(admin, group);
    Set<String> lost = lost(ids, members.stream().map(MemberDescription::clientId).toList());
    if (!lost.isEmpty()) {
      connection.await(admin.fenceProducers(lost).all());
      LOG.info("aborted what lost instances have left open: {}", lost);
    }
  }

  /**
   * The transactions whose process is not in the group; none if the members' names do not tell
   * their processes.
   *
   * @param open transactional ids
   * @param members client ids
   */
  Set<String> lost(Collection<String> open, Collection<String> members) {
    Set<Optional<String>> alive =
        members.stream().map(id -> process(member, id)).collect(Collectors.toSet());
    Set<String> lost = new TreeSet<>();
    if (!alive.contains(Optional.empty())) {
      for (String id : open) {
        Optional<String> process = process(transaction, id);
        if (process.isPresent() && !alive.contains(process)) {
          lost.add(id);
        }
      }
    }
    return lost;
  }

  private static Optional<String> process(Pattern pattern, String id) {
    Matcher matcher = pattern.matcher(id);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
