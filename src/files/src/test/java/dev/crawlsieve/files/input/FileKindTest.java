package dev.crawlsieve.files.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What people are told of the kinds of inputs where code cannot: in documents. */
final class FileKindTest {

  @Test
  void shouldBeInTheDocuments() throws IOException {
    assertThat(between("README.md", "It reads", "(")).contains(words(PageInputs.KINDS));
    assertThat(between("docs/inputs.md", "| input |", "\n\n")).contains(words(PageInputs.KINDS));
    assertThat(between("docs/operations.md", "produce --watch", "below the folder"))
        .contains(words(PageInputs.KINDS_OF_PAGES));
  }

  private static String[] words(String kinds) {
    return kinds.replaceAll(" \\(.*?\\)", "").split(", ");
  }

  private static String between(String document, String from, String to) throws IOException {
    String text = Files.readString(Path.of(document));
    int start = text.indexOf(from);
    return text.substring(start, text.indexOf(to, start));
  }
}
