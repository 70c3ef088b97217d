package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.watch.http.HttpAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an address to listen on. */
public final class HttpAddressConverter implements ITypeConverter<HttpAddress> {

  @Override
  public HttpAddress convert(String value) {
    try {
      return HttpAddress.of(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
