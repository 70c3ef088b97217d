package dev.crawlsieve.core.eval;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of labels on disk. */
public final class LabelFile {

  /** Parses labels, of pairs or of kinds. */
  @FunctionalInterface
  public interface Parse {
    public TruthFile read(Reader in, String name) throws IOException, EvaluationException;
  }

  private LabelFile() {}

  /**
   * Reads a file.
   *
   * @throws SieveException if it is missing or unreadable
   * @throws EvaluationException if its content is invalid
   */
  public static TruthFile read(Path file, Parse parse) throws EvaluationException {
    if (!Files.isRegularFile(file)) {
      throw new SieveException("there is no file " + file);
    }
    try (Reader in = Files.newBufferedReader(file)) {
      return parse.read(in, file.toString());
    } catch (CharacterCodingException e) {
      throw new SieveException("the file " + file + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new SieveException("the file " + file + " cannot be read: " + e, e);
    }
  }
}
