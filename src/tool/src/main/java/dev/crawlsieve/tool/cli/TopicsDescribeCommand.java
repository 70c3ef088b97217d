package dev.crawlsieve.tool.cli;

import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.stream.kafka.topics.TopicDescription;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Shows what the brokers report about the topics. */
@Command(
    name = "describe",
    description =
        "Show the topics: partitions, replicas, offsets in use (each record and each transaction"
            + " takes one), size on the brokers' disks, and settings that would lose pages.")
final class TopicsDescribeCommand extends ResultCommand {

  @Override
  public Integer call() {
    List<TopicDescription> topics = Topics.describe(settings.settings());
    show(() -> Map.of("topics", topics), () -> print(topics));
    return ExitCode.OK;
  }

  private void print(List<TopicDescription> topics) {
    TextTable table = new TextTable().row("topic", "partitions", "replicas", "offsets", "MB");
    for (TopicDescription topic : topics) {
      if (topic.exists()) {
        table.row(
            topic.name(),
            "" + topic.partitions(),
            "" + topic.replication(),
            text("%,d", topic.offsets()),
            topic.bytes() == null ? "" : text("%,.1f", topic.bytes() / 1e6));
      } else {
        table.row(topic.name(), "missing");
      }
    }
    console.table(table);
    console.line("offsets: each record takes one, and each transaction");
    topics.forEach(topic -> topic.problems().forEach(console::line));
  }
}
