package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Turns the body of a request into a query, as pywb and warcio.js 2.4 do ({@code postToGetUrl}). By
 * this query, replay tools tell apart the answers to POSTs to the same address.
 */
final class RequestQuery {

  /** Longest query, in UTF-16 units; the rest of a longer one is left out. */
  private static final int MOST_CHARS = 4096;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final Pattern FIELD =
      Pattern.compile("name=\"([^\"]+)\"\r\n\r\n(.*)", Pattern.CASE_INSENSITIVE);

  /** Characters that {@code decodeURI} leaves encoded. */
  private static final String RESERVED = ";/?:@&=+$,#";

  private RequestQuery() {}

  /**
   * The query for a body.
   *
   * @param contentType content type of the request
   */
  static String of(String contentType, byte[] body) {
    String query =
        switch (contentType.split(";", 2)[0]) {
          case "application/x-www-form-urlencoded" -> new String(body, UTF_8);
          case "application/json", "text/plain" -> ofJson(body);
          case "multipart/form-data" -> ofForm(new String(body, UTF_8), contentType);
          default -> "__wb_post_data=" + Base64.getEncoder().encodeToString(body);
        };
    return query.length() > MOST_CHARS ? query.substring(0, MOST_CHARS) : query;
  }

  /** The address under which the answer to a request is found. */
  static String address(String url, String method, String query) {
    String start = url.indexOf('?') > 0 ? "&" : "?";
    return WarcValues.target(url + start + "__wb_method=" + method + "&" + decoded(query));
  }

  private static String ofJson(byte[] body) {
    Map<String, String> fields = new LinkedHashMap<>();
    try {
      flatten(JSON.readTree(new String(body, UTF_8)), "", fields, new HashMap<>());
    } catch (JsonProcessingException e) {
      return "";
    }
    return joined(fields);
  }

  private static void flatten(
      JsonNode json, String key, Map<String, String> fields, Map<String, Integer> repeated) {
    if (json.isObject()) {
      json.properties()
          .forEach(field -> flatten(field.getValue(), field.getKey(), fields, repeated));
    } else if (json.isArray()) {
      json.forEach(element -> flatten(element, key, fields, repeated));
    } else if (!json.isMissingNode()) {
      String value = json.isNumber() ? number(json) : json.asText();
      if (!value.isEmpty()) {
        String name =
            fields.containsKey(key)
                ? key + "." + repeated.merge(key, 2, (a, b) -> a + 1) + "_"
                : key;
        fields.put(name, value);
      }
    }
  }

  /** A number as JavaScript writes it. */
  private static String number(JsonNode json) {
    double value = json.doubleValue();
    double size = Math.abs(value);
    if (size != 0 && (size < 1e-6 || size >= 1e21)) {
      return Double.toString(value).toLowerCase(Locale.ROOT);
    }
    BigDecimal plain = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    return plain.signum() == 0 ? "0" : plain.toPlainString();
  }

  private static String ofForm(String form, String contentType) {
    int boundary = contentType.indexOf("boundary=");
    if (boundary < 0) {
      return "";
    }
    String line = contentType.substring(boundary + "boundary=".length());
    Map<String, String> fields = new LinkedHashMap<>();
    for (String part : form.split(Pattern.quote(line), -1)) {
      Matcher field = FIELD.matcher(part);
      if (field.find()) {
        fields.put(field.group(1), field.group(2));
      }
    }
    return joined(fields);
  }

  private static String joined(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                URLEncoder.encode(field.getKey(), UTF_8)
                    + "="
                    + URLEncoder.encode(field.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  /**
   * A query in which escapes of characters without a special meaning are decoded ({@code decodeURI}
   * of ECMAScript); empty if an escape is malformed.
   */
  private static String decoded(String query) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(query.length());
    byte[] bytes = query.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        out.write(bytes[i]);
        continue;
      }
      String digits =
          new String(
              Arrays.copyOfRange(bytes, i + 1, Math.max(i + 1, Math.min(i + 3, bytes.length))),
              ISO_8859_1);
      if (!digits.matches("[0-9A-Fa-f]{2}")) {
        return "";
      }
      int value = Integer.parseInt(digits, 16);
      if (RESERVED.indexOf(value) >= 0) {
        out.writeBytes(("%" + digits).getBytes(ISO_8859_1));
      } else {
        out.write(value);
      }
      i += 2;
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(out.toByteArray())).toString();
    } catch (CharacterCodingException e) {
      return "";
    }
  }
}
