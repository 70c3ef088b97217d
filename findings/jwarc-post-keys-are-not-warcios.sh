#!/usr/bin/env bash
# jwarc 0.36.0 (Maven Central), CdxRequestEncoder, beside warcio.js 2.4.11 (npm), postToGetUrl.
#
# Expected: a POST is found in an index by its body as a query, __wb_method=POST&…, and who writes the index and who
# looks up in it make the same query of the same body.
# Seen: jwarc makes pywb's, warcio.js another one. A plus sign in a form is %20 for jwarc; true and null in JSON are True
# and None; other text, and forms in parts, are base64, where warcio.js has nothing and the fields.
# Matters: ReplayWeb.page looks up by warcio.js's. An index with jwarc's answers such requests with the page at the same
# address, or with nothing.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts warcio@2.4.11

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>keys</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.netpreserve</groupId><artifactId>jwarc</artifactId><version>0.36.0</version></dependency>
  </dependencies>
</project>
XML
mvn -q -B -Dstyle.color=never org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -Dmdep.outputFile=classpath >maven.log

cat >bodies <<'END'
application/x-www-form-urlencoded q=7&name=a%20b+c
application/json {"n":7,"yes":true,"none":null}
application/json {"n":[7,8]}
text/plain some words
multipart/form-data;boundary=xx --xx\r\nContent-Disposition: form-data; name="field"\r\n\r\nvalue\r\n--xx--\r\n
END

cat >Keys.java <<'JAVA'
import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.netpreserve.jwarc.HttpRequest;
import org.netpreserve.jwarc.cdx.CdxRequestEncoder;

public class Keys {
  public static void main(String[] args) throws Exception {
    for (String line : Files.readAllLines(Path.of("bodies"))) {
      String type = line.substring(0, line.indexOf(' '));
      String body = line.substring(line.indexOf(' ') + 1).replace("\\r\\n", "\r\n");
      String http =
          "POST / HTTP/1.1\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
      HttpRequest request = HttpRequest.parse(Channels.newChannel(new ByteArrayInputStream(http.getBytes())));
      System.out.println("jwarc  " + CdxRequestEncoder.encode(request));
    }
  }
}
JAVA
cat >keys.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { postToGetUrl } from 'warcio';

for (const line of readFileSync('bodies', 'utf8').trim().split('\n')) {
  const at = line.indexOf(' ');
  const postData = line.slice(at + 1).replaceAll('\\r\\n', '\r\n');
  const request = { url: 'http://a.example/', method: 'POST', headers: new Headers({ 'content-type': line.slice(0, at) }), postData };
  postToGetUrl(request);
  console.log('warcio ' + request.url.slice('http://a.example/?'.length));
}
JS
java -cp "$(cat classpath)" Keys.java >jwarc
node keys.mjs >warcio
paste -d '\n' jwarc warcio | tee seen

diff - seen <<'END'
jwarc  __wb_method=POST&q=7&name=a%20b%20c
warcio __wb_method=POST&q=7&name=a b+c
jwarc  __wb_method=POST&n=7&yes=True&none=None
warcio __wb_method=POST&n=7&yes=true&none=null
jwarc  __wb_method=POST&n=7&n.2_=8
warcio __wb_method=POST&n=7&n.2_=8
jwarc  __wb_method=POST&__wb_post_data=c29tZSB3b3Jkcw==
warcio __wb_method=POST&
jwarc  __wb_method=POST&__wb_post_data=LS14eA0KQ29udGVudC1EaXNwb3NpdGlvbjogZm9ybS1kYXRhOyBuYW1lPSJmaWVsZCINCg0KdmFsdWUNCi0teHgtLQ0K
warcio __wb_method=POST&field=value
END
