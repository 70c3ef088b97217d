package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;

/**
 * Says that a setting cannot have its value as all other messages do: the setting, the value, and
 * what would be right. Kafka's own messages name types of Java, or one bound of two.
 */
final class SettingRefusal {

  private static final Pattern KAFKA =
      Pattern.compile(
          "(?s)Invalid value (?<value>.*) for configuration (?<name>[a-z.]+)(: (?<why>.*))?");

  private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+");

  private static final Pattern RANGE =
      Pattern.compile("\\[(?<least>[^,]+),\\.\\.\\.(,(?<most>[^,]+))?]");

  private SettingRefusal() {}

  /**
   * The refusal in our words, or in Kafka's if the message has another form.
   *
   * @param settings the settings by name
   */
  static SettingsException of(ConfigException e, Map<String, ConfigKey> settings) {
    Matcher refusal = KAFKA.matcher(String.valueOf(e.getMessage()));
    ConfigKey setting = refusal.matches() ? settings.get(refusal.group("name")) : null;
    if (setting == null) {
      return new SettingsException(e.getMessage(), e);
    }
    String value = refusal.group("value");
    String why = String.valueOf(refusal.group("why"));
    String is = setting.name + " is ";
    if (why.startsWith(is)) { // a check that names the setting itself
      return new SettingsException(why, e);
    }
    boolean ours = setting.type == Type.STRING && !(setting.validator instanceof ValidString);
    return new SettingsException(
        is
            + (NUMBER.matcher(value).matches() ? value : "'" + value + "'")
            + ", "
            + (ours
                ? why.replace("'" + value + "' is ", "which is ")
                : "must be " + valid(setting)),
        e);
  }

  private static String valid(ConfigKey setting) {
    String valid = String.valueOf(setting.validator);
    Matcher range = RANGE.matcher(setting.validator instanceof Range ? valid : "");
    String bounds =
        !range.matches()
            ? ""
            : range.group("most") == null
                ? ", at least " + range.group("least")
                : " from " + range.group("least") + " to " + range.group("most");
    return switch (setting.type) {
      case INT, LONG -> "a whole number" + bounds;
      case DOUBLE -> "a number" + bounds;
      case BOOLEAN -> "true or false";
      default -> "one of " + valid.replaceAll("[\\[\\]]", "");
    };
  }
}
