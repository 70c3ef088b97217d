package dev.crawlsieve.core.engine;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a mapper, which is a pure function of one page. A page on which it fails can be set aside:
 * there is nothing to undo.
 *
 * <p>If memory runs out, the page is tried once more, since other pages may have used the memory;
 * only one page at a time is retried in the whole process. A page that fails again is set aside: if
 * the error were rethrown, the instance would stop, and every instance that took over its tasks
 * would meet the same page.
 *
 * <p>After a failure the mapper is replaced, since its buffers may be in any state.
 */
public final class PureMap<M> {

  private static final Object ONE_AT_A_TIME = new Object();

  private final Supplier<M> mappers;
  private @Nullable M mapper;

  /**
   * A map that has not processed any page yet.
   *
   * @param mappers makes the first mapper, and another after each failure
   */
  public PureMap(Supplier<M> mappers) {
    this.mappers = mappers;
    this.mapper = mappers.get();
  }

  /** The work on one page. */
  @FunctionalInterface
  public interface Step<M, T> {

    /** Processes the page. */
    T make(M mapper) throws BadPageException, UnjudgedPageException;
  }

  /**
   * The result of a step.
   *
   * @throws BadPageException if the step throws it
   * @throws UnjudgedPageException if the step throws it
   * @throws SettingsException if the step throws it
   * @throws PoisonPageException if the step fails in another way
   */
  public <T> T run(Step<M, T> step)
      throws BadPageException, UnjudgedPageException, PoisonPageException {
    try {
      return once(step);
    } catch (OutOfMemoryError e) {
      synchronized (ONE_AT_A_TIME) {
        try {
          return once(step);
        } catch (OutOfMemoryError again) {
          throw new PoisonPageException(again);
        }
      }
    }
  }

  private <T> T once(Step<M, T> step)
      throws BadPageException, UnjudgedPageException, PoisonPageException {
    M used = mapper == null ? mappers.get() : mapper;
    mapper = null;
    try {
      T made = step.make(used);
      mapper = used;
      return made;
    } catch (BadPageException | UnjudgedPageException e) {
      mapper = used;
      throw e;
    } catch (SettingsException e) {
      throw e; // it would fail on every page
    } catch (RuntimeException | StackOverflowError e) {
      throw new PoisonPageException(e);
    }
  }

  /** A page on which reading or parsing failed in an unforeseen way. */
  public static final class PoisonPageException extends Exception {

    private static final long serialVersionUID = 1L;

    PoisonPageException(Throwable cause) {
      super("this page cannot be processed: " + cause, cause);
    }
  }
}
