package dev.crawlsieve.lab.corpus;

import java.util.List;

/** Phrases that surround articles, and names to fill in. */
final class Phrases {

  static final List<String> NAVIGATION =
      List.of(
          "Home",
          "News",
          "World",
          "Business",
          "Politics",
          "Sport",
          "Culture",
          "Travel",
          "Science",
          "Technology",
          "Opinion",
          "Health",
          "Education",
          "Weather",
          "Video",
          "Podcasts",
          "Archive",
          "About us",
          "Contact",
          "Jobs",
          "Press",
          "Events",
          "Services",
          "Publications",
          "Forms",
          "Departments",
          "Open data",
          "Statistics",
          "Forum",
          "Help",
          "Downloads",
          "Documentation",
          "Blog",
          "Shop",
          "My account",
          "Newsletter",
          "Site map",
          "Accessibility",
          "Privacy",
          "Terms of use",
          "Imprint",
          "RSS",
          "Deutsch",
          "Français",
          "Español",
          "Italiano");

  static final List<String> ADVERTISEMENTS =
      List.of(
          "Save up to 40 % on car insurance. Compare now",
          "Solar panels for your roof: ask for a free quote in your area",
          "Learn a language in three weeks with this app",
          "Flights to Lisbon from 39 euros. Book today",
          "Your next phone with unlimited data for 19.99 a month",
          "New kitchens, planned and fitted by people who know how",
          "The mattress that doctors recommend, 100 nights on trial",
          "Try our meal kits: first box half price, cancel whenever you like",
          "Cloud servers in sixty seconds, pay by the hour",
          "Winter tyres fitted at your door, this week without extra charge",
          "Find a tax adviser near you and get the most from your return",
          "Hearing aids so small that nobody will notice",
          "Read four issues for the price of one, then decide",
          "Home broadband at 500 megabits, no contract, no fuss");

  static final List<String> HEADLINES =
      List.of(
          "Council approves plans for new tram line", "Ten walks for a rainy weekend",
          "Why the price of bread keeps rising", "Museum reopens after two years of repairs",
          "What the new rules mean for tenants", "Storm damage: roads closed in the north",
          "How to prune an old apple tree", "Local team wins the cup at last",
          "Researchers count butterflies again this summer", "The best soups for cold evenings",
          "Trains run every half hour from December", "A short history of the lighthouse",
          "Library extends its opening hours", "Rents fall for the first time in years",
          "Seven questions to the new mayor", "Bridge to be replaced next spring");

  static final List<String> NOTICES =
      List.of(
          "We use cookies to improve our site and to show you relevant advertising. Accept all"
              + " Reject all Settings",
          "This website uses cookies. By continuing to browse you agree to our use of cookies. OK",
          "We and our 214 partners store and access information on your device. You can withdraw"
              + " your consent at any time. Agree More options");

  static final List<String> PLACES =
      List.of(
          "Ashford", "Bergen", "Caldas", "Dinant", "Evora", "Fulda", "Ghent", "Haarlem", "Ivrea",
          "Jena", "Kalmar", "Lugano", "Morlaix", "Namur", "Odense", "Porvoo", "Quimper", "Ripon",
          "Segovia", "Tartu", "Uzes", "Viborg", "Worms", "Xanten", "Ystad", "Zwolle");

  static final List<String> PEOPLE =
      List.of(
          "Anna Keller",
          "Ben Okafor",
          "Carla Mendes",
          "David Novak",
          "Elin Berg",
          "Farid Haddad",
          "Grace Liu",
          "Hugo Martin",
          "Ines Rossi",
          "Jan de Wit",
          "Katya Orlova",
          "Liam Byrne",
          "Marta Kowalska",
          "Nils Aalto",
          "Olga Petrova",
          "Priya Nair",
          "Quentin Roy",
          "Rosa Jimenez",
          "Samuel Adeyemi",
          "Tereza Dvorak");

  private Phrases() {}
}
