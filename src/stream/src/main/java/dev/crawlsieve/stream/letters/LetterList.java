package dev.crawlsieve.stream.letters;

import dev.crawlsieve.core.failure.ReasonGroup;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Counts dead letters by stage and reason. */
public final class LetterList {

  private record Kind(String stage, String reason) {}

  private LetterList() {}

  /**
   * The groups of all dead letters that are committed now, largest first.
   *
   * @param progress called after each batch of records read
   * @throws SieveException if the topic is missing or may not be read, or no broker answers
   */
  public static List<LetterGroup> read(SieveConfig config, Consumer<Progress> progress) {
    String topic = config.topics().deadLetters();
    Topics.ensureExist(config, List.of(topic));
    ResentLetters resent = ResentLetters.read(config);
    Map<Kind, LetterGroup> groups = new HashMap<>();
    TopicSpan.of(config, topic)
        .read(
            next -> {
              Letter letter = new Letter(next);
              String reason = ReasonGroup.of(letter.reason());
              long sent = resent.contains(letter.at()) ? 1 : 0;
              groups.merge(
                  new Kind(letter.stage(), reason),
                  new LetterGroup(letter.stage(), reason, 1, sent, letter.at()),
                  LetterGroup::and);
            },
            progress);
    return groups.values().stream()
        .sorted(
            Comparator.comparingLong(LetterGroup::letters)
                .reversed()
                .thenComparing(LetterGroup::stage)
                .thenComparing(LetterGroup::reason))
        .toList();
  }
}
