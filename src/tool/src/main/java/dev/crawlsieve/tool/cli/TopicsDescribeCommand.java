package dev.crawlsieve.tool.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.stream.kafka.TopicDescription;
import dev.crawlsieve.stream.kafka.Topics;
import java.util.List;
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
    show(() -> json(topics), () -> print(topics));
    return ExitCode.OK;
  }

  private static ObjectNode json(List<TopicDescription> topics) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode list = result.putArray("topics");
    for (TopicDescription topic : topics) {
      ObjectNode object = list.addObject();
      object.put("name", topic.name());
      object.put("exists", topic.exists());
      object.put("partitions", topic.partitions());
      object.put("replication", topic.replication());
      object.put("offsets", topic.offsets());
      object.put("bytes", topic.bytes() < 0 ? null : topic.bytes());
      ObjectNode inForce = object.putObject("settings");
      topic.settings().forEach(inForce::put);
      ArrayNode problems = object.putArray("problems");
      topic.problems().forEach(problems::add);
    }
    return result;
  }

  private void print(List<TopicDescription> topics) {
    TextTable table = new TextTable().row("topic", "partitions", "copies", "offsets", "MB");
    for (TopicDescription topic : topics) {
      if (topic.exists()) {
        table.row(
            topic.name(),
            "" + topic.partitions(),
            "" + topic.replication(),
            text("%,d", topic.offsets()),
            topic.bytes() < 0 ? "" : text("%,.1f", topic.bytes() / 1e6));
      } else {
        table.row(topic.name(), "missing");
      }
    }
    console.table(table);
    topics.forEach(topic -> topic.problems().forEach(console::line));
  }
}
