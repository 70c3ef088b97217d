package dev.crawlsieve.core.html;

/**
 * What the reading of one page may cost: so many steps, by the page's length, and so many elements.
 *
 * <p>Steps are counted, not time, so that every instance and every replay decides the same. A step
 * is an open element looked at, an attribute of a repeated element, or the like: what may be more
 * than linear in the page, or linear with a large factor. Reading bytes is not counted.
 */
public final class Work {

  /** Real pages take less than one, by way of a tree four. */
  public static final int STEPS_A_BYTE = 4;

  /** Steps that a page of any length may take: of 300,000 tags, 512 each. */
  public static final int STEPS = 160_000_000;

  /** More than the longest documents on the web have; what is kept of them takes about 300 MB. */
  public static final int ELEMENTS = 1_000_000;

  private final long steps;
  private long stepsLeft;
  private int elements;

  /**
   * The work for a page.
   *
   * @param bytes the length of its body
   */
  public Work(long bytes) {
    steps = STEPS + (long) STEPS_A_BYTE * bytes;
    stepsLeft = steps;
  }

  /**
   * Counts steps, before or after they are done.
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
   * Counts elements that are made, whether somebody wrote a tag for them or not.
   *
   * @throws ExceededException if there are more of them than given
   */
  public void elements(int more, int most) {
    elements += more;
    if (elements > most) {
      throw new ExceededException(
          "the page creates more than " + most + " elements (its element budget)");
    }
  }

  /** The steps that were counted so far. */
  public long stepsTaken() {
    return steps - stepsLeft;
  }

  /** The elements that were counted so far. */
  public int elements() {
    return elements;
  }

  /** What was made until now was given up, and is made again in another way. */
  public void forgetElements() {
    elements = 0;
  }

  /** Leaves a page that costs too much, from whatever depth. */
  public static final class ExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ExceededException(String message) {
      super(message, null, false, false);
    }
  }
}
