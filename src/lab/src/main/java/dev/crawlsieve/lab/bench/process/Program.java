package dev.crawlsieve.lab.bench.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How to start this program as a process that ends when this one does.
 *
 * @param classPath its class path
 * @param mainClass its main class, which knows the hidden commands for such processes
 */
public record Program(String classPath, String mainClass) {

  /** How far code is compiled, and what newer JVMs allow libraries without warning of it. */
  private static final List<String> INHERITED =
      List.of(
          "-XX:TieredStopAtLevel=", "--enable-native-access=", "--sun-misc-unsafe-memory-access=");

  /** The program that runs now. */
  public static Program running(Class<?> mainClass) {
    return new Program(System.getProperty("java.class.path"), mainClass.getName());
  }

  /**
   * A command line, to which the program's own arguments can be added. It compiles as far as this
   * process does, and allows its libraries the same.
   *
   * @param heap maximum heap size as in {@code -Xmx}
   * @param temporary folder for native libraries, which a killed process leaves behind
   * @param options further options of the JVM
   */
  public List<String> java(String heap, Path temporary, List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(inherited());
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-Xmx" + heap,
            "-Djava.io.tmpdir=" + temporary,
            "-Dcrawlsieve.lifeline=true",
            "-cp",
            classPath,
            mainClass));
    return command;
  }

  /** The options of this JVM that its child processes need, too. */
  public static List<String> inherited() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
        .toList();
  }

  /** Settings as arguments. */
  public static List<String> arguments(Map<String, String> settings) {
    return settings.entrySet().stream()
        .flatMap(setting -> Stream.of("--set", setting.getKey() + "=" + setting.getValue()))
        .toList();
  }
}
