#!/usr/bin/env bash
# jsoup 1.24.1 (Maven Central), "implements the WHATWG HTML5 specification", reading bytes whose character set stands in
# the markup.
#
# Expected: the labels mean what they mean to browsers (WHATWG Encoding Standard, which that specification refers to):
# iso-8859-1 and latin1 are windows-1252, gb2312 is GBK, shift_jis is windows-31j, euc-kr is windows-949, and utf-16 in
# markup is UTF-8, since the markup could not be read otherwise.
# Seen: they are the JDK's character sets of those names, which are smaller. Quotation marks and the euro sign of
# millions of Western pages become control characters U+0080 to U+009F; Chinese names, circled numbers and Korean
# syllables become U+FFFD and letters; of a page that says utf-16 nothing is left. Labels that the JDK does not know
# (macintosh, chinese, x-x-big5) are UTF-8.
# Matters: text for hashes, search and language models. Decode with the table of the standard, and hand jsoup a string.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>labels</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.jsoup</groupId><artifactId>jsoup</artifactId><version>1.24.1</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log

cat >Labels.java <<'JAVA'
import java.io.ByteArrayInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

public class Labels {
  public static void main(String[] args) throws Exception {
    // label, what the standard reads it as, text
    read("utf-8", "UTF-8", "\u201cfive\u201d \u20ac");
    read("windows-1252", "windows-1252", "\u201cfive\u201d \u20ac");
    read("iso-8859-1", "windows-1252", "\u201cfive\u201d \u20ac");
    read("latin1", "windows-1252", "\u201cfive\u201d \u20ac");
    read("iso-8859-9", "windows-1254", "\u201cbe\u015f\u201d \u20ac");
    read("gb2312", "GBK", "\u6731\u9555\u57fa");
    read("shift_jis", "windows-31j", "\u2460\u9ad9");
    read("euc-kr", "x-windows-949", "\ub620");
    read("utf-16", "UTF-8", "five");
    read("macintosh", "x-MacRoman", "caf\u00e9");
    read("chinese", "GBK", "\u4e2d");
  }

  private static void read(String label, String charset, String text) throws Exception {
    byte[] page = ("<!doctype html><meta charset=" + label + "><p>" + text).getBytes(charset);
    Document read = Jsoup.parse(new ByteArrayInputStream(page), null, "https://example.org/");
    String seen = read.selectFirst("p") == null ? "no paragraph" : read.selectFirst("p").text();
    String result = seen.equals(text) ? "right" : ascii(text) + " is " + ascii(seen);
    System.out.println(label + " as " + read.charset() + ": " + result);
  }

  private static String ascii(String text) {
    StringBuilder out = new StringBuilder();
    text.chars().forEach(c -> out.append(c > 31 && c < 127 ? "" + (char) c : String.format("\\u%04x", c)));
    return out.toString();
  }
}
JAVA
java -cp "$(cat classpath)" Labels.java | tee seen

diff - seen <<'END'
utf-8 as UTF-8: right
windows-1252 as windows-1252: right
iso-8859-1 as ISO-8859-1: \u201cfive\u201d \u20ac is \u0093five\u0094 \u0080
latin1 as ISO-8859-1: \u201cfive\u201d \u20ac is \u0093five\u0094 \u0080
iso-8859-9 as ISO-8859-9: \u201cbe\u015f\u201d \u20ac is \u0093be\u015f\u0094 \u0080
gb2312 as GB2312: \u6731\u9555\u57fa is \u6731\ufffdF\u57fa
shift_jis as Shift_JIS: \u2460\u9ad9 is \ufffd@\ufffd\ufffd
euc-kr as EUC-KR: \ub620 is \ufffdc
utf-16 as UTF-16: five is no paragraph
macintosh as UTF-8: caf\u00e9 is caf\ufffd
chinese as UTF-8: \u4e2d is \ufffd\ufffd
END
