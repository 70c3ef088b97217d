package dev.crawlsieve.core.work;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * How much is tried of what differs only by chance: all of it, or, with the system property {@code
 * tests.share} as {@code mvn verify} sets it, one of so many. Every property is tried accordingly.
 */
public final class Tries implements AroundPropertyHook {

  private static final int SHARE = Integer.getInteger("tests.share", 1);

  /** Of a property that names no number. */
  private static final int USUAL = 1_000;

  /** Fewer show too little. */
  private static final int FEWEST = 3;

  /** How many of so many tries are made. */
  public static int of(int all) {
    return Math.min(all, Math.max(FEWEST, all / SHARE));
  }

  /** As many cases as are tried, from the first on and evenly spread. */
  public static <T> List<T> of(List<T> all) {
    int tries = of(all.size());
    return IntStream.range(0, tries).mapToObj(i -> all.get(i * all.size() / tries)).toList();
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext property, PropertyExecutor executor) {
    PropertyAttributes attributes = property.attributes();
    attributes.setTries(of(attributes.tries().orElse(USUAL)));
    return executor.execute();
  }

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }
}
