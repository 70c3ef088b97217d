package dev.crawlsieve.core.html;

/**
 * Limits the cost of reading one page: the number of steps, by the page's length, and the number of
 * elements.
 *
 * <p>Steps are counted, not time, so that every instance and every replay decides the same. A step
 * is one open element examined; a tag may take some hundreds of steps. Reading bytes is not
 * counted.
 */
public final class Work {

  /** Steps allowed for each byte; real pages take less than one. */
  public static final int STEPS_A_BYTE = 4;

  /** Steps allowed for a page of any length, in addition: 512 for each of 300,000 tags. */
  public static final int STEPS = 160_000_000;

  /**
   * Elements allowed: more than the longest documents on the web have. What is kept of so many
   * takes about 300 MB.
   */
  public static final int ELEMENTS = 1_000_000;

  private final long steps;
  private long stepsLeft;
  private int elements;

  /**
   * The budget for a page.
   *
   * @param bytes the length of its body
   */
  public Work(long bytes) {
    steps = STEPS + (long) STEPS_A_BYTE * bytes;
    stepsLeft = steps;
  }

  /**
   * Counts steps, either before or after they are taken.
   *
   * @throws ExceededException if the page takes too many
   */
  public void steps(long more) {
    stepsLeft -= more;
    if (stepsLeft < 0) {
      throw new ExceededException(
          "reading the page takes more than "
              + steps
              + " steps (its work budget: "
              + STEPS
              + " plus "
              + STEPS_A_BYTE
              + " per byte)");
    }
  }

  /**
   * Counts elements that are created, with or without a tag in the markup.
   *
   * @throws ExceededException if the total exceeds the limit
   */
  public void elements(int more) {
    elements += more;
    if (elements > ELEMENTS) {
      throw new ExceededException(
          "the page creates more than " + ELEMENTS + " elements (its element budget)");
    }
  }

  /** Number of steps counted so far. */
  public long stepsTaken() {
    return steps - stepsLeft;
  }

  /** Thrown from any depth to abandon a page that costs too much. */
  public static final class ExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ExceededException(String message) {
      super(message, null, false, false);
    }
  }
}
