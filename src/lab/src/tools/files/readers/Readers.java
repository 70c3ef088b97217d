import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hardwood.InputFile;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jwat.common.Diagnosis;
import org.jwat.common.HeaderLine;
import org.jwat.warc.WarcReaderFactory;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/**
 * Readers TRUTH BASE FILE…: reads what crawlsieve wrote, WARC with JWAT and jwarc, Parquet with Hardwood, and prints for
 * how many pages of TRUTH (status 200) each has the bytes that were served. Of JWAT also what it calls no WARC.
 */
public class Readers {

  private static final Map<String, Map<String, byte[]>> READ = new TreeMap<>();
  private static final List<String> COMPLAINTS = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    for (String name : Arrays.copyOfRange(args, 2, args.length)) {
      if (name.endsWith(".parquet")) {
        hardwood(Path.of(name));
      } else {
        jwarc(Path.of(name));
        jwat(Path.of(name));
      }
    }
    ObjectMapper json = new ObjectMapper();
    for (Map.Entry<String, Map<String, byte[]>> reader : READ.entrySet()) {
      int pages = 0;
      List<String> wrong = new ArrayList<>();
      for (String line : Files.readAllLines(Path.of(args[0]))) {
        JsonNode page = json.readTree(line);
        if (page.path("status").asInt() != 200) {
          continue;
        }
        pages++;
        byte[] read = reader.getValue().get(args[1] + page.path("path").asText());
        if (!Arrays.equals(page.path("body").binaryValue(), read)) {
          wrong.add("  " + page.path("path").asText() + (read == null ? ": not there" : ": other bytes"));
        }
      }
      System.out.println(reader.getKey() + " reads " + (pages - wrong.size()) + " of " + pages + " of ours");
      wrong.forEach(System.out::println);
    }
    if (!COMPLAINTS.isEmpty()) {
      System.out.println("JWAT calls " + COMPLAINTS.size() + " records no WARC, the first: " + COMPLAINTS.get(0));
    }
  }

  private static void seen(String reader, String url, byte[] body) {
    READ.computeIfAbsent(reader, r -> new HashMap<>()).put(url, body);
  }

  private static void hardwood(Path file) throws Exception {
    try (ParquetFileReader parquet = ParquetFileReader.open(InputFile.of(file));
        RowReader rows = parquet.rowReader()) {
      while (rows.hasNext()) {
        rows.next();
        seen("Hardwood", rows.getString("url"), rows.getBinary("html"));
      }
    }
  }

  private static void jwarc(Path file) throws Exception {
    try (WarcReader reader = new WarcReader(file)) {
      for (WarcRecord record : reader) {
        if (record instanceof WarcResponse response) {
          seen("jwarc", response.target(), unpacked(response.http().body().stream().readAllBytes()));
        }
      }
    }
  }

  private static void jwat(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file);
        org.jwat.warc.WarcReader reader = WarcReaderFactory.getReader(in, 8192)) {
      reader.setBlockDigestEnabled(true);
      reader.setPayloadDigestEnabled(true);
      org.jwat.warc.WarcRecord record;
      while ((record = reader.getNextRecord()) != null) {
        if ("response".equals(record.header.warcTypeStr)) {
          byte[] body = record.getPayloadContent().readAllBytes();
          HeaderLine transfer = record.getHttpHeader().getHeader("Transfer-Encoding");
          body = unpacked(transfer == null ? body : joined(body));
          seen("JWAT", record.header.warcTargetUriStr.replaceAll("^<|>$", ""), body);
        }
        record.close();
        if (!record.isCompliant() || Boolean.FALSE.equals(record.isValidPayloadDigest)) {
          List<Diagnosis> found = new ArrayList<>(record.diagnostics.getErrors());
          found.addAll(record.diagnostics.getWarnings());
          COMPLAINTS.add(
              record.header.warcTargetUriStr
                  + found.stream().map(d -> " " + d.entity + " " + Arrays.toString(d.information)).toList());
        }
      }
    }
  }

  /** Bodies in archives of warcio.js are decoded even if the header says gzip, which jwarc's bodyDecoded() believes. */
  private static byte[] unpacked(byte[] body) throws Exception {
    boolean packed = body.length > 1 && body[0] == 0x1f && body[1] == (byte) 0x8b;
    return packed ? new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes() : body;
  }

  /** A body without the sizes of its chunks, if it has them. */
  private static byte[] joined(byte[] chunks) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String text = new String(chunks, StandardCharsets.ISO_8859_1);
    if (!text.matches("(?s)[0-9a-fA-F]+\r\n.*")) {
      return chunks;
    }
    for (int at = 0; ; ) {
      int end = text.indexOf("\r\n", at);
      int size = Integer.parseInt(text.substring(at, end), 16);
      if (size == 0) {
        return body.toByteArray();
      }
      body.write(chunks, end + 2, size);
      at = end + 2 + size + 2;
    }
  }
}
