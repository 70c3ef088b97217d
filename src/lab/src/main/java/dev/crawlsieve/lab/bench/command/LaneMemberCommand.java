package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.LaneMember;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** Runs one of the processes of {@code bench spread}; not meant for users. */
@Command(
    name = "lane-member",
    hidden = true,
    description = "Run one of several processes of a lane, as 'bench spread' does.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class LaneMemberCommand implements Callable<Integer> {

  @Mixin private SettingsOptions settings;

  @Override
  public Integer call() throws Exception {
    try (LaneMember member = new LaneMember(settings.config())) {
      return new Interruption(member::close)
          .during(
              () -> {
                member.run();
                return ExitCode.OK;
              });
    }
  }
}
