#!/usr/bin/env bash
# OkHttp 4.9.1, as StormCrawler 1.18 has it, and later ones, beside a server that sends early hints (103, RFC 8297).
#
# Expected: a client skips interim responses (RFC 9110, 15.2) whether it knows them or not, as OkHttp does with 100 and
# as later versions do; at worst it shows a 103 in place of the answer.
# Seen: 4.9.1 takes the 103 for the answer, without a body, and puts the connection back into its pool. The answer
# proper, with status 200 and a body, is read as that of the next request, and so on: from there, each page is stored
# under the address of the one after it. Nothing fails.
# Matters: in archives of such a crawler the pages after one with early hints are other pages; addresses, titles and
# canonical links do not fit. A page with status 103 in an archive is the sign.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >Hints.java <<'JAVA'
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

public class Hints {
  public static void main(String[] args) throws Exception {
    ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    Thread serving = new Thread(() -> serve(server));
    serving.setDaemon(true);
    serving.start();
    OkHttpClient client = new OkHttpClient();
    for (String page : new String[] {"one", "early", "two", "three"}) {
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/" + page;
      try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
        System.out.println("/" + page + ": " + response.code() + " " + response.body().string());
      }
    }
    System.exit(0);
  }

  private static void serve(ServerSocket server) {
    while (true) {
      try {
        Socket socket = server.accept();
        new Thread(() -> answer(socket)).start();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void answer(Socket socket) {
    try (socket; BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("GET ")) {
          String page = line.split(" ")[1];
          String body = "the page " + page;
          String hints = page.equals("/early") ? "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n" : "";
          String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
          while (!in.readLine().isEmpty()) {
            // the request's header
          }
          socket.getOutputStream().write((hints + answer).getBytes());
        }
      }
    } catch (Exception e) {
      // the client has gone
    }
  }
}
JAVA
for version in 4.9.1 4.12.0; do
  cat >pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>a</groupId><artifactId>a</artifactId><version>1</version><packaging>pom</packaging><dependencies>
<dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp</artifactId><version>$version</version></dependency>
</dependencies></project>
XML
  mvn -q -B dependency:build-classpath -Dmdep.outputFile=classpath >log
  echo "$version"
  java -cp "$(cat classpath)" Hints.java
done | tee seen

diff - seen <<'END'
4.9.1
/one: 200 the page /one
/early: 103 
/two: 200 the page /early
/three: 200 the page /two
4.12.0
/one: 200 the page /one
/early: 200 the page /early
/two: 200 the page /two
/three: 200 the page /three
END
