package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.forget.SiteRemoval;
import dev.crawlsieve.stream.run.SettingsInForce;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Forgets the pages of a host, or below a URL. */
@Command(
    name = "forget",
    description =
        "Forget the kept pages of a host with its subdomains, or below a URL, and what was learned"
            + " of them, once 'run' has read the request. Then lists the topic, partition and"
            + " offset of each record that still holds such a page: retention removes these, or"
            + " kafka-delete-records.sh, which removes all before an offset. Pages that come later"
            + " are decided on as if those had never come.")
final class ForgetCommand extends ResultCommand {

  @ArgGroup(multiplicity = "1")
  private What what;

  private static final class What {
    @Option(names = "--host", required = true, paramLabel = "HOST", description = "The host.")
    private @Nullable String host;

    @Option(
        names = "--prefix",
        required = true,
        paramLabel = "URL",
        description =
            "What the URLs begin with, up to somewhere in the path. The scheme and 'www.' do not"
                + " matter.")
    private @Nullable String prefix;

    private List<Forgetting> steps(long leaders) throws BadPageException {
      return host != null
          ? Forgetting.host(host, leaders)
          : Forgetting.prefix(String.valueOf(prefix), leaders);
    }
  }

  /** The records of a partition that remain. */
  private record Remaining(String topic, int partition, long records, long first, long last) {

    Remaining with(Remaining next) {
      return new Remaining(topic, partition, records + 1, first, next.last);
    }
  }

  @Override
  public Integer call() {
    try {
      what.steps(0); // before a broker is asked
    } catch (BadPageException e) {
      throw new SettingsException(String.valueOf(e.getMessage()), e);
    }
    SiteRemoval removal =
        new SiteRemoval(SettingsInForce.of(settings.settings()).config(), what::steps);
    Map<TopicPartition, Remaining> remaining =
        new TreeMap<>(
            java.util.Comparator.comparing(TopicPartition::topic)
                .thenComparing(TopicPartition::partition));
    try (ProgressLine line = new ProgressLine(console)) {
      removal.forget(line::note);
      removal.remaining(
          record -> {
            line("%s %d %d", record.topic(), record.partition(), record.offset());
            remaining.merge(
                new TopicPartition(record.topic(), record.partition()),
                new Remaining(
                    record.topic(), record.partition(), 1, record.offset(), record.offset()),
                Remaining::with);
          },
          (topic, progress) -> line.accept("records of " + topic, progress));
    }
    List<Remaining> partitions = new ArrayList<>(remaining.values());
    long records = partitions.stream().mapToLong(Remaining::records).sum();
    note(
        "forgotten%s",
        records == 0
            ? ""
            : "; "
                + Figures.count(records, "record")
                + " remain until retention or kafka-delete-records.sh removes them");
    if (json.wanted()) {
      result(Map.of("remaining", partitions));
    }
    return ExitCode.OK;
  }
}
