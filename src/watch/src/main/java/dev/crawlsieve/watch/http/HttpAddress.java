package dev.crawlsieve.watch.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An address to listen on.
 *
 * @param host host name or IP address; IPv6 addresses are without brackets
 * @param port 0 to 65535; 0 for any free port
 */
public record HttpAddress(String host, int port) {

  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "::1");

  /**
   * Parses {@code host:port}, {@code [address]:port}, or a port alone, which means loopback.
   *
   * @throws IllegalArgumentException if it is not one of these
   */
  public static HttpAddress of(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "127.0.0.1" : bare(text.substring(0, colon));
    int port;
    try {
      port = Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      port = -1;
    }
    if (host.isEmpty() || port < 0 || port > 65_535) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not an address to listen on: use host:port, for example 127.0.0.1:8080");
    }
    return new HttpAddress(host, port);
  }

  private static String bare(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** The same host with another port. */
  HttpAddress at(int otherPort) {
    return new HttpAddress(host, otherPort);
  }

  /** This machine by its name, or by the loopback address if it has none. */
  public static HttpAddress ofThisMachine(int port) {
    try {
      return new HttpAddress(InetAddress.getLocalHost().getHostName(), port);
    } catch (UnknownHostException e) {
      return new HttpAddress("127.0.0.1", port);
    }
  }

  /** Whether the host stands for all addresses of this machine. */
  public boolean isAny() {
    return is(InetAddress::isAnyLocalAddress);
  }

  /** Whether only this machine can reach the address. */
  public boolean isLoopback() {
    return is(InetAddress::isLoopbackAddress);
  }

  private boolean is(Predicate<InetAddress> kind) {
    try {
      return kind.test(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Whether a request's Host header is valid for this address. A loopback address accepts only
   * loopback names: any other name was made to point here by someone else (DNS rebinding).
   *
   * @param header null if the request has none
   */
  boolean accepts(@Nullable String header) {
    if (header == null || header.isEmpty()) {
      return false;
    }
    if (!isLoopback()) {
      return true;
    }
    int colon = header.lastIndexOf(':');
    String name = colon > header.lastIndexOf(']') ? header.substring(0, colon) : header;
    name = bare(name.toLowerCase(Locale.ROOT));
    return LOOPBACK_NAMES.contains(name) || name.equals(host.toLowerCase(Locale.ROOT));
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
