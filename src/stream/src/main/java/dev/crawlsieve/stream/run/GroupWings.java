package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.IndexConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.kafka.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;

/**
 * The wings of the instances in a group, which must be the same: one member assigns tasks to all,
 * by the numbers that the parts of its own topology have. A member with other parts would take a
 * task for another, or lack it.
 *
 * <p>Each instance names its wings in the client ids of its consumers, which brokers tell everyone.
 */
final class GroupWings {

  private static final String CONSUMER = "-consumer";
  private static final String SHARDS = "shards";
  private static final Pattern MEMBER =
      Pattern.compile(".*-wings((?:\\.\\w+)*)\\." + SHARDS + "(\\d+)" + CONSUMER);

  private final SieveConfig config;
  private final Connection connection;

  GroupWings(SieveConfig config) {
    this.config = config;
    this.connection = new Connection(config);
  }

  /** The settings of a consumer, whose client id names the wings, too. */
  static Map<String, Object> named(Map<String, Object> settings, SieveConfig config) {
    StringBuilder wings = new StringBuilder("-wings");
    config.topics().wings().forEach(wing -> wings.append('.').append(wing.store()));
    wings.append('.').append(SHARDS).append(config.shards()).append(CONSUMER);
    Map<String, Object> named = new HashMap<>(settings);
    named.computeIfPresent(
        ConsumerConfig.CLIENT_ID_CONFIG,
        (name, id) -> String.valueOf(id).replaceFirst(CONSUMER + "$", wings.toString()));
    return named;
  }

  /**
   * The sentence that another instance in the group has other wings.
   *
   * @return null if none has, or those are of a release that does not tell
   * @throws SieveException if the group is not known
   */
  @Nullable String problem(Admin admin) {
    return connection.members(admin, config.applicationId()).stream()
        .filter(this::isOther)
        .map(member -> unlike(member.clientId()))
        .filter(unlike -> !unlike.isEmpty())
        .findFirst()
        .map(
            unlike ->
                ("another instance of '%s' has %s: instances of one application.id need the same."
                        + " Stop all of them before you change that; one that was killed, or has a"
                        + " consumer.group.instance.id, counts until its"
                        + " consumer.session.timeout.ms has passed")
                    .formatted(config.applicationId(), String.join(", and ", unlike)))
        .orElse(null);
  }

  /**
   * How a member's settings differ from these.
   *
   * @param clientId its client id
   */
  List<String> unlike(String clientId) {
    Matcher member = MEMBER.matcher(clientId);
    List<String> unlike = new ArrayList<>();
    if (member.matches()) {
      List<String> theirs = List.of(member.group(1).split("\\."));
      for (Wing wing : Wing.all()) {
        boolean used = theirs.contains(wing.store());
        if (used != config.uses(wing)) {
          unlike.add("%s=%s, not %s".formatted(wing.enabled(), used, !used));
        }
      }
      int shards = Integer.parseInt(member.group(2));
      if (shards != config.shards()) {
        unlike.add(
            "%s=%s, not %s".formatted(IndexConfig.INDEX_SHARDS_CONFIG, shards, config.shards()));
      }
    }
    return unlike;
  }

  /** Whether a member is not what this instance itself has left in the group, under its name. */
  private boolean isOther(MemberDescription member) {
    String name = ConsumerConfig.GROUP_INSTANCE_ID_CONFIG;
    Object own =
        config
            .passedThrough("consumer.")
            .getOrDefault(name, config.passedThrough("streams.").get(name));
    return member.groupInstanceId().filter(id -> id.startsWith(own + "-")).isEmpty();
  }
}
