package dev.crawlsieve.tool.terminal;

import picocli.CommandLine.IVersionProvider;

/** Finds the version of the jar. */
public final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"crawlsieve " + (version == null ? "(not packaged)" : version)};
  }
}
