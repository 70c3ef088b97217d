package dev.crawlsieve.stream.feed;

import dev.crawlsieve.files.input.InputGroup;
import java.nio.file.Path;
import java.util.List;

/**
 * The documentation of a library, as Maven repositories publish it: a zip of HTML pages.
 *
 * @param sha256 SHA-256 of the file, 64 hexadecimal digits
 */
record JavadocJar(String group, String artifact, String version, String sha256) {

  /** Adjacent versions of a few libraries, so that most pages have a near-copy: 3,600 pages. */
  static final List<JavadocJar> SAMPLES =
      """
      org.apache.commons commons-lang3 3.16.0 ed02ab38918aad7513762ac35389e71abc594aee2462f0f6ef454e5123a3b22c
      org.apache.commons commons-lang3 3.17.0 796518025f43f8c8cb664db419fc6ba84bd92df87fa12cdc76704901785b81e5
      commons-io commons-io 2.17.0 1f555c6e97289095740d5d6707d183bc4d27c26c3c0c7e57be1016edd4459386
      commons-io commons-io 2.18.0 4c15b0f76cf947b74cf0293fd310424307abeafb961bb9aa9a3422fe7b2b6404
      com.google.code.gson gson 2.10.1 091e54a71942619b3b46e173d095dad37caeb98178656da0591acb70c882d34c
      com.google.code.gson gson 2.11.0 f0d1145431e71297eb34def0c81d31d7ec25830e83733a32b3702f114081e174
      """
          .lines()
          .map(line -> line.split(" "))
          .map(part -> new JavadocJar(part[0], part[1], part[2], part[3]))
          .toList();

  /** The file's name in Maven. */
  String file() {
    return artifact + "-" + version + "-javadoc.jar";
  }

  /** The file's path in a Maven repository. */
  String path() {
    return group.replace('.', '/') + "/" + artifact + "/" + version + "/" + file();
  }

  /** The pages of the file, which is in this folder, under the URLs where they are published. */
  InputGroup pagesIn(Path dir) {
    return new InputGroup(
        List.of(dir.resolve(file())),
        "https://javadoc.io/doc/" + group + "/" + artifact + "/" + version + "/");
  }
}
