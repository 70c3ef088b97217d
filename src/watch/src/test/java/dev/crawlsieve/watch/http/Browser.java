package dev.crawlsieve.watch.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Headless Chromium, controlled through its DevTools protocol. */
final class Browser implements AutoCloseable, WebSocket.Listener {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Integer> KEY_CODES =
      Map.of("Tab", 9, "Enter", 13, "ArrowLeft", 37);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final StringBuilder message = new StringBuilder();

  /** The program, if it is installed. */
  static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .flatMap(
            folder -> Stream.of("chromium", "google-chrome").map(n -> Path.of(folder).resolve(n)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Browser(Path program, Path folder) throws Exception {
    Path profile = Files.createDirectories(folder.resolve("profile"));
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("browser.log").toFile())
            .start();
    Path port = profile.resolve("DevToolsActivePort");
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> Files.exists(port) && Files.readAllLines(port).size() > 1);
    URI targets = URI.create("http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/list");
    HttpClient client = HttpClient.newHttpClient();
    String list =
        Awaitility.await()
            .atMost(PATIENCE)
            .until(
                () ->
                    client
                        .send(HttpRequest.newBuilder(targets).build(), BodyHandlers.ofString())
                        .body(),
                body -> body.contains("\"page\""));
    String page = null;
    for (JsonNode target : JSON.readTree(list)) {
      if (target.path("type").asText().equals("page")) {
        page = target.path("webSocketDebuggerUrl").asText();
      }
    }
    socket = client.newWebSocketBuilder().buildAsync(URI.create(page), this).get();
    for (String domain : List.of("Runtime", "Log", "Page")) {
      send(domain + ".enable", JSON.createObjectNode());
    }
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    message.append(data);
    if (last) {
      try {
        JsonNode json = JSON.readTree(message.toString());
        CompletableFuture<JsonNode> answer = waiting.remove(json.path("id").asInt());
        String method = json.path("method").asText();
        if (answer != null) {
          answer.complete(json);
        } else if (method.equals("Runtime.consoleAPICalled")
            || method.equals("Runtime.exceptionThrown")
            || method.equals("Log.entryAdded")
            || method.equals("Page.javascriptDialogOpening")) {
          complaints.add(json.toString());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      message.setLength(0);
    }
    from.request(1);
    return null;
  }

  private JsonNode send(String method, ObjectNode parameters) throws Exception {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    ObjectNode json = JSON.createObjectNode().put("id", id).put("method", method);
    json.set("params", parameters);
    socket.sendText(json.toString(), true).get();
    return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  void open(String url) throws Exception {
    send("Page.navigate", JSON.createObjectNode().put("url", url));
  }

  void size(int width, int height, boolean dark) throws Exception {
    send(
        "Emulation.setDeviceMetricsOverride",
        JSON.createObjectNode()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", width < 600));
    ObjectNode media = JSON.createObjectNode();
    media
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", dark ? "dark" : "light");
    send("Emulation.setEmulatedMedia", media);
  }

  /** The value of an expression, as JSON. */
  JsonNode value(String expression) throws Exception {
    return send(
            "Runtime.evaluate",
            JSON.createObjectNode().put("expression", expression).put("returnByValue", true))
        .at("/result/result/value");
  }

  void press(String key, String text) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      ObjectNode event = JSON.createObjectNode().put("type", type).put("key", key);
      event.put("code", key).put("windowsVirtualKeyCode", KEY_CODES.get(key));
      if (text != null && type.equals("keyDown")) {
        event.put("text", text);
      }
      send("Input.dispatchKeyEvent", event);
    }
  }

  /**
   * Moves the pointer to the middle line of an element.
   *
   * @param across where on it, from 0 (left) to 1 (right)
   */
  void point(String id, double across) throws Exception {
    JsonNode at =
        value(
            "(box => ({x: box.left + box.width * "
                + across
                + ", y: box.top + box.height / 2}))(document.getElementById('"
                + id
                + "').getBoundingClientRect())");
    ObjectNode event = JSON.createObjectNode().put("type", "mouseMoved");
    send(
        "Input.dispatchMouseEvent",
        event.put("x", at.path("x").asDouble()).put("y", at.path("y").asDouble()));
  }

  void type(String text) throws Exception {
    send("Input.insertText", JSON.createObjectNode().put("text", text));
  }

  void screenshot(Path file) throws Exception {
    String png =
        send("Page.captureScreenshot", JSON.createObjectNode().put("format", "png"))
            .at("/result/data")
            .asText();
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, Base64.getDecoder().decode(png.getBytes(UTF_8)));
  }

  /** Everything written to the console, thrown, refused by the policy, or asked in a dialog. */
  List<String> complaints() {
    return new ArrayList<>(complaints);
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }
}
