package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.mirror.LinkObserver;
import dev.crawlsieve.core.mirror.OutLinks;
import dev.crawlsieve.core.mirror.OutLinksCodec;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Forwards a page's links to other sites. Not thread-safe. */
final class LinkForwarder implements PageObserver {

  private final LinkObserver links = new LinkObserver();

  @Override
  public int mostOutlinks() {
    return LinkObserver.MOST;
  }

  @Override
  public void observe(
      FingerprintedPage page, long timestamp, ProcessorContext<byte[], Object> context) {
    String url = page.fingerprint().url();
    OutLinks out = links.observe(url, page.page().outlinks());
    if (!out.targets().isEmpty()) {
      context.forward(
          new Record<>(
              url.getBytes(UTF_8), OutLinksCodec.encode(out), timestamp, new RecordHeaders()),
          MirrorsTopology.OBSERVATIONS_SINK);
    }
  }
}
