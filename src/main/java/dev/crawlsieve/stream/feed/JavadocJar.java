package dev.crawlsieve.stream.feed;

import java.nio.file.Path;
import java.util.List;

/** A library's documentation as published in Maven repositories: a zip of HTML pages. */
record JavadocJar(String group, String artifact, String version) {

  /** Adjacent versions of a few libraries, so that most pages have a near-copy: 3,600 pages. */
  static final List<JavadocJar> SAMPLES =
      List.of(
          new JavadocJar("org.apache.commons", "commons-lang3", "3.16.0"),
          new JavadocJar("org.apache.commons", "commons-lang3", "3.17.0"),
          new JavadocJar("commons-io", "commons-io", "2.17.0"),
          new JavadocJar("commons-io", "commons-io", "2.18.0"),
          new JavadocJar("com.google.code.gson", "gson", "2.10.1"),
          new JavadocJar("com.google.code.gson", "gson", "2.11.0"));

  /** The file's name in Maven. */
  String file() {
    return artifact + "-" + version + "-javadoc.jar";
  }

  /** The pages of the file in a folder, under the URLs where they are published. */
  InputGroup pagesIn(Path dir) {
    return new InputGroup(
        List.of(dir.resolve(file())),
        "https://javadoc.io/doc/" + group + "/" + artifact + "/" + version + "/");
  }

  /** The item in a Maven project file. */
  String artifactItem() {
    return "            <artifactItem><groupId>%s</groupId><artifactId>%s</artifactId>"
            .formatted(group, artifact)
        + "<version>%s</version><classifier>javadoc</classifier></artifactItem>%n"
            .formatted(version);
  }
}
