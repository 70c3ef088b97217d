package dev.crawlsieve.core.maintext;

import org.jspecify.annotations.Nullable;

/** An element's declared purpose, from its name or its ARIA role. */
enum Landmark {
  NONE,
  MAIN,
  ARTICLE,
  NAVIGATION,
  BANNER,
  FOOTER,
  COMPLEMENTARY,
  SEARCH,
  DIALOG,
  FORM;

  static Landmark of(Tag tag, @Nullable String role) {
    Landmark declared = role == null ? NONE : ofRole(role);
    if (declared != NONE) {
      return declared;
    }
    return switch (tag) {
      case MAIN -> MAIN;
      case ARTICLE -> ARTICLE;
      case NAV -> NAVIGATION;
      case HEADER -> BANNER;
      case FOOTER -> FOOTER;
      case ASIDE -> COMPLEMENTARY;
      case FORM -> FORM;
      default -> NONE;
    };
  }

  private static Landmark ofRole(String role) {
    return switch (role) {
      case "main" -> MAIN;
      case "article" -> ARTICLE;
      case "navigation", "menu", "menubar", "tablist", "toolbar", "directory" -> NAVIGATION;
      case "banner" -> BANNER;
      case "contentinfo" -> FOOTER;
      case "complementary" -> COMPLEMENTARY;
      case "search" -> SEARCH;
      case "dialog", "alertdialog", "alert", "tooltip" -> DIALOG;
      case "form" -> FORM;
      default -> NONE;
    };
  }
}
