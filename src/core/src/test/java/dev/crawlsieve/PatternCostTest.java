package dev.crawlsieve;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.crawlsieve.core.text.CountedText;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Pages choose what patterns read, so each pattern matches a text of any length in linear time. Not
 * for searches ({@code find}), which begin again at every character.
 */
class PatternCostTest {

  private static final String UNITS = "a1- \t\n/\\?&=;#.:,'\"<>[](){}%*_+|!~`@";
  private static final List<String> ENDS = List.of("", "x", "\u0001");
  private static final int LENGTH = 400;

  /** Reads of each character by a pattern that goes back once or twice, by far not 400. */
  private static final int MOST_READS = 12;

  @Test
  void shouldMatchInLinearTime() throws ReflectiveOperationException {
    List<String> slow = new ArrayList<>();
    for (Map.Entry<String, Pattern> each : patterns().entrySet()) {
      for (String unit : UNITS.split("")) {
        for (String end : ENDS) {
          CountedText text = new CountedText(unit.repeat(LENGTH) + end);
          each.getValue().matcher(text).matches();
          each.getValue().matcher(text).lookingAt();
          if (text.reads() > 2L * MOST_READS * text.length()) {
            slow.add(
                each.getKey() + " reads '" + unit + "'…'" + end + "' " + text.reads() + " times");
          }
        }
      }
    }
    assertThat(slow).isEmpty();
  }

  /** All constants, by their names. */
  private static Map<String, Pattern> patterns() throws ReflectiveOperationException {
    Map<String, Pattern> patterns = new TreeMap<>();
    List<JavaField> fields =
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.crawlsieve.core")
                .stream()
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(Pattern.class))
                .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
                .toList();
    for (JavaField field : fields) {
      Field constant = field.reflect();
      constant.setAccessible(true);
      patterns.put(field.getFullName(), (Pattern) constant.get(null));
    }
    assertThat(patterns).hasSizeGreaterThan(30);
    return patterns;
  }
}
