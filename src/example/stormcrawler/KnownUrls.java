import com.fasterxml.jackson.databind.JsonNode;
import java.net.URL;
import java.util.Map;
import org.apache.stormcrawler.Metadata;
import org.apache.stormcrawler.filtering.URLFilter;

/** In {@code urlfilters.json}, as the last one: leaves out links that need not be fetched. */
public final class KnownUrls extends URLFilter {

  private Asking asking;

  @Override
  public void configure(Map<String, Object> conf, JsonNode settings) {
    asking = new Asking(conf);
  }

  @Override
  public String filter(URL source, Metadata metadata, String url) {
    return asking.isKnown(url) ? null : url;
  }
}
