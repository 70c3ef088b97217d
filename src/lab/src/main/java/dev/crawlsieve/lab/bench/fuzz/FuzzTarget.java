package dev.crawlsieve.lab.bench.fuzz;

import java.util.SplittableRandom;

/** A reader that must withstand any input. */
public interface FuzzTarget {

  /** A short name, for the command line and the table of results. */
  String name();

  /** The next case; the same one for the same random numbers. */
  Case next(SplittableRandom random);

  /**
   * One input, and what must hold for it.
   *
   * @param input kept if the check fails; not copied
   */
  record Case(byte[] input, Check check) {

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Reads the input. */
  @FunctionalInterface
  interface Check {

    /**
     * Reads.
     *
     * @throws Exception if something does not hold: a {@link BrokenException} with what it is, or
     *     what the reader throws although it should not
     */
    void run() throws Exception;
  }

  /** Something that must hold does not. */
  final class BrokenException extends Exception {

    private static final long serialVersionUID = 1L;

    public BrokenException(String what) {
      super(what);
    }

    /** Fails unless something holds. */
    public static void unless(boolean holds, String what) throws BrokenException {
      if (!holds) {
        throw new BrokenException(what);
      }
    }
  }
}
