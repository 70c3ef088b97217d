package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManualTest {

  @TempDir Path folder;

  @Test
  void shouldHoldTheHelpOfEachCommandAndNothingThatGroffTakesForARequest() throws Exception {
    Manual.main(new String[] {folder.toString()});
    Path page = folder.resolve("man/man1/crawlsieve.1");
    assertThat(page)
        .content()
        .startsWith(".TH CRAWLSIEVE 1\n.SH NAME\ncrawlsieve \\- ")
        .contains(".SH dead\\-letters show\n", "\\-\\-report=", ".SH sieve\n")
        .doesNotContain(".SH bench", "\n.nf\n.fi");
    assertThat(page).content().matches("\\p{ASCII}*");
    assertThat(page.toFile()).content().doesNotContainPattern("(?m)^[.'](?!TH |SH |nf$|fi$)");
  }

  @Test
  void shouldCompleteCommandsAndOptionsInBash() throws Exception {
    Manual.main(new String[] {folder.toString()});
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "compopt() { :; }; source bash-completion/completions/crawlsieve; COMP_WORDS=(crawlsieve dead-letters"
                    + " sh); COMP_CWORD=2; _complete_crawlsieve; echo \"${COMPREPLY[@]}\"")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(bash.getInputStream().readAllBytes(), UTF_8)).isEqualTo("show\n");
  }
}
