package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.maintext.MainTextExplainer;
import dev.crawlsieve.files.input.FileNames;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.measure.sweep.SettingsGrid;
import java.nio.file.Path;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.ResourceBundle;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name inputs. */
public final class InputOptions {

  /** Texts that descriptions of options and commands include. */
  public static final ResourceBundle TEXTS =
      new ListResourceBundle() {
        @Override
        protected Object[][] getContents() {
          return new Object[][] {
            {"input.kinds", PageInputs.KINDS},
            {"input.kinds.of.pages", PageInputs.KINDS_OF_PAGES},
            {"block.reasons", MainTextExplainer.reasons()},
            {"thresholds", SettingsGrid.THRESHOLDS}
          };
        }
      };

  @Parameters(
      paramLabel = "INPUT",
      arity = "1..*",
      description =
          "${bundle:input.kinds}, a folder of these, a pattern such as 'crawl/*.warc.gz', or - for standard"
              + " input. Read in the order given.")
  private List<Path> inputs;

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description =
          "Prefix for the path of a page that has no URL of its own, as in folders and zips."
              + " Default: http://localhost/ and the names of the folder and the file.")
  private String baseUrl;

  public InputGroup group() {
    return new InputGroup(FileNames.named(inputs), baseUrl);
  }
}
