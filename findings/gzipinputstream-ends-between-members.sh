#!/usr/bin/env bash
# java.util.zip.GZIPInputStream of JDK 17 (Debian's openjdk-17-jdk-headless).
#
# Expected: since Java 6 it reads all members of a file, as gzip does, and ends at the end of the stream below it, which
# is where read() returns -1.
# Seen: at the end of a member whose bytes it has used up it asks available(), and takes 0 for the end of the file. But
# 0 says only that nothing can be read without waiting. Two files behind one another in a SequenceInputStream are the
# first one alone; of a pipe or socket channel it reads as far as the first pause; a stream that leaves available() as
# InputStream has it ends with the first buffer. No exception, no difference from a whole file. (JDK 25 reads all.)
# Matters: every record of a .warc.gz is a member. Wrap the stream so that available() is 1 until read() has said -1, or
# use GzipCompressorInputStream of commons-compress with `decompressConcatenated`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
java=$(ls -d /usr/lib/jvm/java-17-openjdk-*/bin/java | head -1)

cat >Members.java <<'JAVA'
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

public class Members {
  public static void main(String[] args) throws Exception {
    byte[] first = records(0, 500);
    byte[] second = records(500, 1000);
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.write(first);
    both.write(second);
    byte[] file = both.toByteArray();
    System.out.println("one array: " + read(new ByteArrayInputStream(file)));
    System.out.println("two files in a SequenceInputStream: "
        + read(new SequenceInputStream(new ByteArrayInputStream(first), new ByteArrayInputStream(second))));
    System.out.println("a stream that leaves available() at 0: " + read(new FilterInputStream(new ByteArrayInputStream(file)) {
      @Override
      public int available() {
        return 0;
      }
    }));
    Pipe pipe = Pipe.open();
    Thread writer = new Thread(() -> {
      try (var out = Channels.newOutputStream(pipe.sink())) {
        out.write(file);
      } catch (IOException e) {
        // the reader has gone
      }
    });
    writer.start();
    int read = read(Channels.newInputStream(pipe.source()));
    System.out.println("a channel: " + (read < 1000 ? "fewer" : read));
  }

  private static byte[] records(int from, int to) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int i = from; i < to; i++) {
      try (GZIPOutputStream member = new GZIPOutputStream(file)) {
        member.write(("record " + i + "\n").getBytes());
      }
    }
    return file.toByteArray();
  }

  private static int read(InputStream in) throws IOException {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(new GZIPInputStream(in)))) {
      return (int) lines.lines().count();
    }
  }
}
JAVA
"$java" -version 2>&1 | head -1
"$java" Members.java | tee seen

diff - seen <<'END'
one array: 1000
two files in a SequenceInputStream: 500
a stream that leaves available() at 0: 18
a channel: fewer
END
