package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.eval.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;

/**
 * Two pages of a shop in one frame. Another product, by its name, number and price, is a different
 * page however similar the descriptions; the same product in another colour is a minor item, which
 * a judge leaves undecided; the same product at another price is the same page.
 */
final class ProductPages {

  /** Fields whose change leaves the product the same. */
  private static final Set<String> MINOR = Set.of("Colour", "Width");

  /** A product as described by the shop at some time. */
  private record Item(
      Goods.Line line,
      String brand,
      Map<String, String> fields,
      String number,
      List<String> features,
      List<String> reviews) {

    Item with(String field, String value, String newNumber) {
      Map<String, String> changed = new TreeMap<>(fields);
      changed.put(field, value);
      return new Item(line, brand, changed, newNumber, features, reviews);
    }

    String name() {
      return brand + " " + line.noun() + ", " + String.join(", ", fields.values());
    }
  }

  /** What changes from day to day. */
  private record Offer(String price, String stock) {}

  private ProductPages() {}

  /** A pair of such pages. */
  static LookAlikes of(Chance chance) {
    Goods.Line line = chance.pick(Goods.LINES);
    Item item = item(line, chance);
    Offer offer = offer(chance);
    return switch (chance.between(0, 4)) {
      case 0 ->
          new LookAlikes(
              "product-offer", Label.DUPLICATE, page(item, offer), page(item, offer(chance)));
      case 1 -> {
        Item other = changed(item, true, item.number(), chance);
        yield other == null
            ? another(item, offer, chance)
            : new LookAlikes(
                "product-variant", Label.UNDECIDED, page(item, offer), page(other, offer));
      }
      case 2 -> {
        Item other = changed(item, false, number(chance), chance);
        yield new LookAlikes(
            "product-field", Label.DIFFERENT, page(item, offer), page(other, offer(chance)));
      }
      default -> another(item, offer, chance);
    };
  }

  private static LookAlikes another(Item item, Offer offer, Chance chance) {
    Item other = item(item.line(), chance);
    while (other.name().equals(item.name())) {
      other = item(item.line(), chance);
    }
    return new LookAlikes(
        "product-other", Label.DIFFERENT, page(item, offer), page(other, offer(chance)));
  }

  private static Item item(Goods.Line line, Chance chance) {
    Map<String, String> fields = new TreeMap<>();
    // Sorted, since the order of a map's keys is not a function of the seed.
    for (String field : line.options().keySet().stream().sorted().toList()) {
      fields.put(field, chance.pick(line.options().get(field)));
    }
    List<String> reviews = new ArrayList<>();
    for (String review : chance.pick(Goods.REVIEWS, chance.between(0, 4))) {
      reviews.add(chance.pick(Phrases.PEOPLE) + ": " + review);
    }
    return new Item(
        line,
        chance.pick(Goods.BRANDS),
        fields,
        number(chance),
        chance.pick(line.features(), chance.between(3, 5)),
        reviews);
  }

  /** The product with another value of one field, or null if it has no such field. */
  private static Item changed(Item item, boolean minor, String number, Chance chance) {
    List<String> fields =
        item.fields().keySet().stream().filter(f -> MINOR.contains(f) == minor).toList();
    if (fields.isEmpty()) {
      return null;
    }
    String field = chance.pick(fields);
    String old = item.fields().get(field);
    List<String> others =
        item.line().options().get(field).stream().filter(v -> !v.equals(old)).toList();
    return item.with(field, chance.pick(others), number);
  }

  private static String number(Chance chance) {
    return chance.digits(3) + "-" + chance.digits(5);
  }

  private static Offer offer(Chance chance) {
    return new Offer(
        String.format(Locale.ROOT, "%.2f", chance.between(20, 400) + 0.99),
        chance.oneIn(3) ? "Only a few left" : chance.between(4, 90) + " in stock");
  }

  private static String page(Item item, Offer offer) {
    Element table = new Element("table");
    item.fields()
        .forEach(
            (field, value) -> {
              Element row = table.appendElement("tr");
              row.appendElement("th").text(field);
              row.appendElement("td").text(value);
            });
    Element features = new Element("ul");
    item.features().forEach(feature -> features.appendElement("li").text(feature));
    Element reviews = new Element("section");
    reviews.appendElement("h2").text("What customers say");
    item.reviews().forEach(review -> reviews.appendElement("p").text(review));
    String title = Entities.escape(item.name());
    return """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>%s</title></head><body>
        <header><nav><ul><li>Outdoor</li><li>Household</li><li>Electronics</li><li>Tools</li>
        <li>Sale</li></ul></nav><div>Basket (0)</div></header>
        <main><div class="breadcrumb">Shop &gt; %s</div><h1>%s</h1><p>Article number %s</p>
        <p class="price">%s euros, VAT included</p><p>%s</p><button>Add to basket</button>
        <p>The %s by %s has proved itself with thousands of our customers.</p>
        %s%s<p>Delivery within two to three working days. You may send the article back within 30
        days without giving a reason; we bear the cost of returns.</p>%s</main>
        <footer>Imprint, terms, privacy, shipping, payment</footer></body></html>
        """
        .formatted(
            title,
            title,
            title,
            item.number(),
            offer.price(),
            offer.stock(),
            item.line().noun(),
            item.brand(),
            features,
            table,
            reviews);
  }
}
