import dev.crawlsieve.core.engine.BodyFingerprinter;
import dev.crawlsieve.core.engine.Sieve;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Says of each HTML file whether it is new or copies an earlier one. */
final class SieveExample {

  private SieveExample() {}

  /**
   * @param args the folder of the index, then the files
   */
  public static void main(String[] args) throws IOException {
    List<Path> files = Arrays.stream(args).skip(1).map(Path::of).toList();
    sieve(Path.of(args[0]), files);
  }

  private static void sieve(Path index, List<Path> files) throws IOException {
    BodyFingerprinter fingerprinter = new BodyFingerprinter();
    try (Sieve sieve = Sieve.open(index)) {
      for (Path file : files) {
        String url = "https://example.org/" + file.getFileName();
        byte[] body = Files.readAllBytes(file);
        try {
          Fingerprint page = fingerprinter.fingerprint(url, body, "text/html; charset=utf-8");
          Verdict verdict = sieve.decide(page);
          System.out.println(
              verdict.kept() ? url + " is new" : url + " copies " + verdict.duplicateOf().url());
        } catch (BadPageException | UnjudgedPageException e) {
          System.out.println(url + " is left out: " + e.getMessage());
        }
      }
    }
  }
}
