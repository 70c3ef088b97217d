package dev.crawlsieve.stream.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.sites.mirror.LinkObserver;
import dev.crawlsieve.sites.mirror.OutLinksCodec;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.topology.PageListener;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Forwards the links of pages to other sites. */
final class OutLinksListener implements PageListener {

  private final LinkObserver links = new LinkObserver();

  @Override
  public int mostOutlinks() {
    return LinkObserver.MOST;
  }

  @Override
  public void fingerprinted(
      FingerprintedPage page, long timestamp, ProcessorContext<byte[], Object> context) {
    String url = page.fingerprint().url();
    List<String> targets = links.observe(url, page.page().outlinks());
    if (!targets.isEmpty()) {
      context.forward(
          new Record<>(
              url.getBytes(UTF_8), OutLinksCodec.encode(targets), timestamp, new RecordHeaders()),
          MirrorsConfig.WING.logSink());
    }
  }
}
