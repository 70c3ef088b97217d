package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/** Writes bytes as a field of a JSON object. */
public final class JsonBytes {

  private JsonBytes() {}

  /** Adds bytes as a string if they are UTF-8, otherwise in Base64 under the name with a suffix. */
  public static void put(ObjectNode object, String name, byte @Nullable [] bytes) {
    if (bytes == null) {
      object.putNull(name);
      return;
    }
    try {
      object.put(name, UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      object.put(name + "Base64", bytes);
    }
  }
}
