package dev.crawlsieve.lab.corpus;

import java.util.List;
import java.util.Map;

/** The products of a fictitious shop. */
final class Goods {

  /**
   * A line of products.
   *
   * @param noun what it is
   * @param options the fields in which its products differ, with the possible values
   * @param features sentences about it
   */
  record Line(String noun, Map<String, List<String>> options, List<String> features) {}

  static final List<String> BRANDS =
      List.of("Arvo", "Belltop", "Corvus", "Dalmar", "Ekko", "Fenwick", "Golia", "Hartmut");

  private static final List<String> COLOURS =
      List.of("black", "white", "dark green", "red", "sand", "navy blue", "silver", "orange");

  static final List<Line> LINES =
      List.of(
          new Line(
              "backpack",
              Map.of(
                  "Colour",
                  COLOURS,
                  "Volume",
                  List.of("18 l", "24 l", "32 l", "45 l"),
                  "Model",
                  List.of("Ridge 1", "Ridge 2", "Summit", "Summit Pro")),
              List.of(
                  "The padded back lets air through, so that you stay dry on the way up.",
                  "Two side pockets take bottles, and a hidden one keeps your keys.",
                  "A rain cover is folded into the bottom.",
                  "The hip belt can be taken off when you do not need it.",
                  "A sleeve inside holds a laptop of up to 15 inches.",
                  "All seams are sewn twice and taped.",
                  "The straps fit riders and walkers from 1.55 to 1.95 metres.")),
          new Line(
              "solid state drive",
              Map.of(
                  "Capacity", List.of("250 GB", "500 GB", "1 TB", "2 TB", "4 TB"),
                  "Interface", List.of("SATA 6 Gb/s", "PCIe 3.0 x4", "PCIe 4.0 x4")),
              List.of(
                  "It starts your system in seconds and has no moving parts.",
                  "The controller spreads writes evenly, which makes the memory last.",
                  "Encryption by hardware protects what you store.",
                  "A heat spreader keeps the temperature low under load.",
                  "The maker gives five years of warranty.",
                  "Software to copy your old disk can be downloaded without charge.",
                  "Sudden loss of power does no harm to data that is written.")),
          new Line(
              "electric kettle",
              Map.of(
                  "Colour",
                  COLOURS,
                  "Capacity",
                  List.of("0.8 l", "1.2 l", "1.7 l"),
                  "Power",
                  List.of("1500 W", "2200 W", "3000 W")),
              List.of(
                  "Seven levels of temperature suit any kind of tea.",
                  "It switches off by itself and when it is empty.",
                  "The filter at the spout holds back scale and is easy to clean.",
                  "The base turns in all directions and stores the cable.",
                  "Double walls keep the outside cool.",
                  "A window on both sides shows how much is left.",
                  "It keeps water warm for half an hour.")),
          new Line(
              "running shoe",
              Map.of(
                  "Colour",
                  COLOURS,
                  "Width",
                  List.of("narrow", "regular", "wide"),
                  "Model",
                  List.of("Pace 4", "Pace 5", "Strada", "Tempo GT")),
              List.of(
                  "The foam gives back much of every step without getting soft.",
                  "A knitted upper moves with the foot.",
                  "The heel is held by a firm cup.",
                  "Rubber under the forefoot grips on wet roads.",
                  "Reflecting bands make you seen at dusk.",
                  "The sole can be taken out and washed.",
                  "Nearly a third of the material is recycled.")),
          new Line(
              "cordless drill",
              Map.of(
                  "Voltage", List.of("12 V", "14.4 V", "18 V"),
                  "Battery", List.of("2.0 Ah", "4.0 Ah", "5.0 Ah"),
                  "Model", List.of("DX 120", "DX 140", "DX 140 Plus")),
              List.of(
                  "The motor without brushes runs longer on one charge.",
                  "Two gears and twenty steps of torque suit screws of any size.",
                  "A lamp lights the work and stays on for a while.",
                  "The chuck takes bits of up to 13 millimetres with one hand.",
                  "A case with room for a second battery is included.",
                  "The grip is soft and absorbs vibration.",
                  "All batteries of the series fit.")));

  static final List<String> REVIEWS =
      List.of(
          "Arrived the next day, well packed. Does what it should, I would buy it again.",
          "Good value for the price. The manual could be better, but one finds the way.",
          "I have had mine for a year now and use it nearly every day without trouble.",
          "Bought it as a present and it was received with joy. Four stars for the box.",
          "At first I was not sure, now I do not want to be without it any more.",
          "Customer service answered within the hour when I had a question. Thank you!");

  private Goods() {}
}
