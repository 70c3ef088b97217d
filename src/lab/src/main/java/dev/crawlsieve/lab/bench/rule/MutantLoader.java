package dev.crawlsieve.lab.bench.rule;

import dev.crawlsieve.core.failure.SieveException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Loads the project's classes once more, with one of them changed. */
final class MutantLoader extends ClassLoader {

  private static final String PROJECT = "dev.crawlsieve.";

  private final Map<String, byte[]> changed;

  private MutantLoader(Map<String, byte[]> changed) {
    super(MutantLoader.class.getClassLoader());
    this.changed = changed;
  }

  /** Compiles the changed source of a class of the project. */
  static MutantLoader of(String source) {
    Map<String, ByteArrayOutputStream> compiled = new HashMap<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileManager files = compiler.getStandardFileManager(null, null, null);
    JavaFileManager inMemory =
        new ForwardingJavaFileManager<>(files) {
          @Override
          public JavaFileObject getJavaFileForOutput(
              Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("bytes:///" + name), kind) {
              @Override
              public OutputStream openOutputStream() {
                return compiled.computeIfAbsent(name, any -> new ByteArrayOutputStream());
              }
            };
          }
        };
    List<String> options =
        List.of("-proc:none", "-nowarn", "-classpath", System.getProperty("java.class.path"));
    boolean done =
        compiler
            .getTask(null, inMemory, null, options, null, List.of(RuleMutants.file(source)))
            .call();
    if (!done) {
      throw new SieveException("a changed rule cannot be compiled");
    }
    Map<String, byte[]> classes = new HashMap<>();
    compiled.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
    return new MutantLoader(classes);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null || !name.startsWith(PROJECT)) {
        return loaded != null ? loaded : super.loadClass(name, resolve);
      }
      byte[] bytes = bytes(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private byte[] bytes(String name) throws ClassNotFoundException {
    byte[] own = changed.get(name);
    if (own != null) {
      return own;
    }
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
