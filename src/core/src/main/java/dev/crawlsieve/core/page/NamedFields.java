package dev.crawlsieve.core.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageFields.Field;
import dev.crawlsieve.core.config.PageFields.Target;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The values that one event has under the names of {@link PageFields}. Values are strings, or
 * numbers or {@linkplain ExtendedJson typed values} if they are neither URL nor body; anything else
 * counts as absent, and so does a second field with the same name. A name with dots is the name of
 * one field, or a path through objects and through strings that hold objects as JSON.
 */
public final class NamedFields {

  /** Parses objects in strings. */
  private static final JsonFactory OBJECTS = PageEventParser.factory(Integer.MAX_VALUE);

  private final List<Field> fields;
  private final String[] values;

  /** The values of one event, none of which was read yet. */
  public NamedFields(PageFields fields) {
    this.fields = fields.fields();
    this.values = new String[this.fields.size()];
  }

  /**
   * Reads a field of the event if it is named or leads to a named one. The parser is at the value's
   * first token, and afterwards, if the value was read, at its last.
   *
   * @return whether it was read
   */
  public boolean read(String name, JsonParser json) throws IOException {
    int[] named =
        IntStream.range(0, values.length)
            .filter(i -> fields.get(i).path().get(0).equals(name))
            .toArray();
    if (named.length > 0) {
      read(json, named, 1);
      return true;
    }
    int whole = name.indexOf('.') < 0 ? -1 : whole(name);
    if (whole >= 0) {
      read(json, new int[] {whole}, fields.get(whole).path().size());
    }
    return whole >= 0;
  }

  /** Index of the first field whose whole path is this name, or -1. */
  private int whole(String name) {
    return IntStream.range(0, values.length)
        .filter(i -> String.join(".", fields.get(i).path()).equals(name))
        .findFirst()
        .orElse(-1);
  }

  private void read(JsonParser json, int[] named, int depth) throws IOException {
    JsonToken token = json.currentToken();
    for (int i : named) {
      Target target = fields.get(i).target();
      boolean number = token.isNumeric() && !target.isBody() && target != Target.URL;
      if ((number || token == JsonToken.VALUE_STRING)
          && values[i] == null
          && fields.get(i).path().size() == depth) {
        values[i] = json.getText();
      }
    }
    if (token == JsonToken.VALUE_STRING) {
      readString(json.getText(), named, depth);
    } else if (token == JsonToken.START_OBJECT) {
      readObject(json, named, depth);
    }
    json.skipChildren();
  }

  /** Reads the named fields of an object that a string holds, if there are any. */
  private void readString(String value, int[] named, int depth) {
    boolean leads = IntStream.of(named).anyMatch(i -> fields.get(i).path().size() > depth);
    if (!leads) {
      return;
    }
    try (JsonParser inner = OBJECTS.createParser(value)) {
      if (inner.nextToken() == JsonToken.START_OBJECT) {
        readObject(inner, named, depth);
      }
    } catch (IOException e) {
      // It is not JSON after all; what was read before that is kept, as in any event.
    }
  }

  private void readObject(JsonParser json, int[] named, int depth) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      int[] inner =
          IntStream.of(named)
              .filter(i -> fields.get(i).path().size() > depth)
              .filter(i -> fields.get(i).path().get(depth).equals(name))
              .toArray();
      json.nextToken();
      if (inner.length > 0) {
        read(json, inner, depth + 1);
      } else if (ExtendedJson.isType(name)) {
        readTyped(name, json, named, depth);
      } else {
        json.skipChildren();
      }
    }
  }

  /** Reads what the object around it stands for. */
  private void readTyped(String type, JsonParser json, int[] named, int depth) throws IOException {
    String value = ExtendedJson.typed(type, json);
    for (int i : named) {
      Field field = fields.get(i);
      if (values[i] == null && field.path().size() == depth && !field.target().isBody()) {
        values[i] = value;
      }
    }
  }

  /** Whether the first of the named fields has a value. */
  public boolean hasFirst() {
    return values[0] != null && !values[0].isEmpty();
  }

  /** The first value of a target, or the empty string. */
  public String first(Target target) {
    for (int i = 0; i < values.length; i++) {
      if (fields.get(i).target() == target && values[i] != null && !values[i].isEmpty()) {
        return values[i];
      }
    }
    return "";
  }

  /** The target of the first field that holds a body; null if there is none. */
  @Nullable Target bodyTarget() {
    int first = body();
    return first < 0 ? null : fields.get(first).target();
  }

  /** The first body. */
  String bodyValue() {
    return values[body()];
  }

  private int body() {
    for (int i = 0; i < values.length; i++) {
      if (fields.get(i).target().isBody() && values[i] != null) {
        return i;
      }
    }
    return -1;
  }
}
