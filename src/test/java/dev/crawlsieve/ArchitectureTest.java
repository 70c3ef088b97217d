package dev.crawlsieve;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rooms and the arrows between them, as topology.md draws them. */
@AnalyzeClasses(packages = "dev.crawlsieve", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule arrows =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("..cli..")
          .layer("sieve")
          .definedBy("..sieve..")
          .layer("app")
          .definedBy("..app..")
          .layer("http")
          .definedBy("..http..")
          .layer("input")
          .definedBy("..input..")
          .layer("topology")
          .definedBy("..topology..")
          .layer("cluster")
          .definedBy("..cluster..")
          .layer("verdict")
          .definedBy("..verdict..")
          .layer("mirror")
          .definedBy("..mirror..")
          .layer("replay")
          .definedBy("..replay..")
          .layer("eval")
          .definedBy("..eval..")
          .layer("bench")
          .definedBy("..bench..")
          .layer("index")
          .definedBy("..index..")
          .layer("fingerprint")
          .definedBy("..fingerprint..")
          .layer("page")
          .definedBy("..page..")
          .layer("html")
          .definedBy("..html..")
          .layer("config")
          .definedBy("..config..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("sieve")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("app")
          .mayOnlyBeAccessedByLayers("sieve", "cli")
          .whereLayer("http")
          .mayOnlyBeAccessedByLayers("app", "cli")
          .whereLayer("input")
          .mayOnlyBeAccessedByLayers("app", "sieve", "cli")
          .whereLayer("topology")
          .mayOnlyBeAccessedByLayers("app", "sieve")
          .whereLayer("mirror")
          .mayOnlyBeAccessedByLayers("topology", "app", "cli")
          .whereLayer("cluster")
          .mayOnlyBeAccessedByLayers("topology", "app", "sieve")
          .whereLayer("verdict")
          .mayOnlyBeAccessedByLayers(
              "cluster", "mirror", "replay", "topology", "app", "sieve", "cli")
          .whereLayer("replay")
          .mayOnlyBeAccessedByLayers("app", "cli")
          .whereLayer("eval")
          .mayOnlyBeAccessedByLayers("replay", "app", "cli")
          .whereLayer("bench")
          .mayOnlyBeAccessedByLayers("app", "cli")
          .whereLayer("index")
          .mayOnlyBeAccessedByLayers(
              "verdict", "eval", "replay", "bench", "topology", "app", "sieve")
          .whereLayer("fingerprint")
          .mayOnlyBeAccessedByLayers(
              "index",
              "verdict",
              "mirror",
              "cluster",
              "eval",
              "replay",
              "bench",
              "topology",
              "app",
              "sieve",
              "cli")
          .whereLayer("page")
          .mayOnlyBeAccessedByLayers(
              "fingerprint", "mirror", "topology", "input", "app", "sieve", "cli")
          .whereLayer("html")
          .mayOnlyBeAccessedByLayers("page")
          .whereLayer("html")
          .mayNotAccessAnyLayer()
          .whereLayer("http")
          .mayNotAccessAnyLayer()
          .whereLayer("config")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule pureRoomsKnowNoKafka =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..html..",
              "..page..",
              "..input..",
              "..fingerprint..",
              "..index..",
              "..verdict..",
              "..mirror..",
              "..cluster..",
              "..eval..",
              "..replay..",
              "..bench..",
              "..http..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

  @ArchTest
  static final ArchRule onlyTheCommandLineMakesChaos =
      noClasses()
          .that()
          .resideOutsideOfPackages("..app.chaos..", "..cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..app.chaos..");

  @ArchTest
  static final ArchRule theScannerKnowsNoOtherParser =
      noClasses()
          .that()
          .resideInAPackage("..html..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jsoup..");

  @ArchTest
  static final ArchRule onlyTheCommandLineExits =
      noClasses()
          .that()
          .resideOutsideOfPackage("..cli..")
          .should()
          .callMethod(System.class, "exit", int.class);

  @ArchTest
  static final ArchRule onlyTheCommandLinePrints =
      noClasses()
          .that()
          .resideOutsideOfPackage("..cli..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");
}
