package dev.crawlsieve.core.index.store;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** Heap bytes of what an object of this package reaches here, with 32-bit references. */
final class HeapSize {

  private HeapSize() {}

  static long of(Object root) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> left = new ArrayDeque<>();
    left.add(root);
    long bytes = 0;
    while (!left.isEmpty()) {
      Object next = left.remove();
      Class<?> type = next.getClass();
      if (!seen.add(next)) {
        continue;
      }
      if (type.isArray() && type.getComponentType().isPrimitive()) {
        int length = Array.getLength(next);
        bytes += 16 + (long) length * (type == byte[].class ? 1 : type == int[].class ? 4 : 8);
      } else if (type.isArray()) {
        bytes += 16 + 4L * Array.getLength(next);
        for (Object element : (Object[]) next) {
          if (element != null) {
            left.add(element);
          }
        }
      } else if (type.getPackage() == HeapSize.class.getPackage()) {
        long fields = 12;
        for (Field field : type.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            fields += field.getType() == long.class ? 8 : 4;
          }
          if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
            field.setAccessible(true);
            if (field.get(next) != null) {
              left.add(field.get(next));
            }
          }
        }
        bytes += (fields + 7) / 8 * 8;
      }
    }
    return bytes;
  }
}
