package dev.crawlsieve.lab.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class GrowthChartTest {

  private static final GrowthResult.Opened OPENED = new GrowthResult.Opened(0, 0);

  private static JsonNode result(String detector, long memoryBytes, double... rates) {
    List<GrowthPoint> points = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      points.add(new GrowthPoint((i + 1) * 1_000_000L, 0, rates[i], rates[i], 0, 0, 0, 0, 0, 0, 0));
    }
    return new GrowthResult(detector, "", memoryBytes, 0, 0, points, OPENED, OPENED, 0, 0).json();
  }

  @Test
  void shouldDrawACurveForEachResult() throws Exception {
    String svg =
        GrowthChart.svg(
            List.of(
                result("combined", 900_000_000, 90_000, 80_000),
                result("combined", 90_000_000, 40_000, 20_000)));
    Document drawn =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    NodeList curves = drawn.getElementsByTagName("polyline");
    assertThat(curves.getLength()).isEqualTo(2);
    List<Double> heights = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String[] points =
          curves.item(i).getAttributes().getNamedItem("points").getNodeValue().split("[ ,]");
      assertThat(points).hasSize(4);
      heights.add(Double.valueOf(points[1]));
      heights.add(Double.valueOf(points[3]));
    }
    // higher rates are further up
    assertThat(heights).isSorted();
    assertThat(drawn.getDocumentElement().getTextContent())
        .contains("Pages/s of combined", "900 MB", "90 MB", "million kept pages")
        .contains("2,000,000 kept pages: 20,000 pages/s");
  }

  @Test
  void shouldNameDetectorsThatDiffer() {
    assertThat(
            GrowthChart.svg(
                List.of(result("combined", 90_000_000, 9), result("simhash", 5_000_000, 8))))
        .contains("Pages/s of combined, simhash", "combined, 90 MB", "simhash, 5 MB");
  }
}
