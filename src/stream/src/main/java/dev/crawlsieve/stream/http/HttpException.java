package dev.crawlsieve.stream.http;

/** The server cannot do its work; the message is one sentence for the user. */
public final class HttpException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HttpException(String message, Throwable cause) {
    super(message, cause);
  }
}
