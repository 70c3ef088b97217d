#!/usr/bin/env bash
# picocli 4.7.7 (Maven Central) and archives of class data (CDS) of the JDK, -XX:ArchiveClassesAtExit: JDK 17.0.15, 25.
#
# Expected: a command line that starts with an archive of the classes that its last run loaded reads picocli's classes
# from it like all others; that they are many is what an archive is for.
# Seen: with JDK 17 none of them is ever in it, with JDK 25 38 of 169 are. picocli is compiled to class files of version 49 (Java 5), and an archive made at
# exit takes none before version 50, since only those are verified by their types' maps. The JVM says so in its log
# alone, with a warning for each class, and the archive counts as valid.
# Matters: of what a short command loads, picocli is the larger part, and is parsed and verified at each start. Loading
# only the commands that are asked for helps where an archive does not.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
  -Dartifact=info.picocli:picocli:4.7.7 -DoutputDirectory=. >maven.log
cat >Hello.java <<'JAVA'
import picocli.CommandLine;

@CommandLine.Command(name = "hello", mixinStandardHelpOptions = true, version = "hello 1")
public class Hello implements Runnable {
  @CommandLine.Option(names = "--name") String name = "you";

  public void run() {
    System.out.println("hello " + name);
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new Hello()).execute(args));
  }
}
JAVA
mkdir classes
javac -proc:none -cp picocli-4.7.7.jar -d classes Hello.java
(cd classes && jar --create --file ../hello.jar .)
path=hello.jar:picocli-4.7.7.jar

java -XX:ArchiveClassesAtExit=hello.jsa -Xlog:cds*=off -cp "$path" Hello >made
java -XX:SharedArchiveFile=hello.jsa -Xlog:class+load:file=loaded -cp "$path" Hello --name archive | tee seen
grep -cE ' Hello source: shared objects file \(top\)' loaded | tee -a seen
archived=$(grep -cE ' picocli\.[^ ]+ source: shared objects file' loaded || true)
parsed=$(grep -cE ' picocli\.[^ ]+ source: (file|jar):' loaded)
echo "of picocli, $archived classes are archived, $parsed are not"

diff - seen <<'END'
hello archive
1
END
case $(java -version 2>&1) in
  *'"17.'*) ((archived == 0 && parsed > 100)) ;;
  *) ((archived < parsed)) ;;
esac
