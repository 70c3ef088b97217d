package dev.crawlsieve.lab.chaos;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.lab.bench.process.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetTest {

  @TempDir Path folder;

  @Test
  void shouldSayWhyABrokerOrAnInstanceEndedUnasked() throws Exception {
    Program broken = new Program(folder.toString(), "NoSuchProgram");
    ChaosSettings settings =
        new ChaosSettings(1, Set.of(), 1, 1, 0, List.of(), Map.of(), null, broken);
    try (Fleet fleet = new Fleet(settings, folder, folder)) {
      fleet.brokers().get(1).start();
      fleet.instances().get(2).start();
      List<String> revived = new ArrayList<>();
      await()
          .untilAsserted(
              () -> {
                revived.addAll(fleet.revive());
                assertThat(revived).anyMatch(why -> why.startsWith("broker 2 died on its own: "));
                assertThat(revived).anyMatch(why -> why.startsWith("instance 3 died on its own: "));
              });
      assertThat(fleet.unasked())
          .containsAll(revived)
          .allMatch(why -> why.contains("main class NoSuchProgram"));
    }
  }
}
