package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.IndexException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

final class FailureTextTest {

  @Test
  void shouldSayWhatToDoAboutTheFolderOfTheState() {
    Exception damage = new IllegalStateException("Corruption: bad magic number");
    Exception failure = new StreamsException(new ProcessorStateException("store pending", damage));
    assertThat(FailureText.of(failure))
        .hasMessageContaining("state.dir cannot be used: Corruption: bad magic number.")
        .hasMessageContaining("restored from its changelog");
    Exception index = new IndexException("the index lacks kept pages");
    assertThat(FailureText.of(new ProcessorStateException("store index", index)))
        .hasMessage("the index lacks kept pages");
  }
}
