package dev.crawlsieve;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Restricts what rooms may use outside the project; {@link RoomsTest} restricts the arrows between
 * them.
 */
@ArchTag("slow")
@AnalyzeClasses(packages = "dev.crawlsieve", importOptions = ArchitectureTest.WithoutTests.class)
final class ArchitectureTest {

  /** Leaves out tests, including those in the jars of other modules. */
  static final class WithoutTests implements ImportOption {

    @Override
    public boolean includes(Location location) {
      return new ImportOption.DoNotIncludeTests().includes(location)
          && !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule coreFilesAndTheServerKnowNoKafka =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.crawlsieve.core..",
              "dev.crawlsieve.sites..",
              "dev.crawlsieve.files..",
              "dev.crawlsieve.watch.http..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

  @ArchTest
  static final ArchRule whatIsShippedKnowsNoOtherParser =
      noClasses()
          .that()
          .resideOutsideOfPackage("..lab..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jsoup..");

  @ArchTest
  static final ArchRule onlyTheCommandLineExits =
      noClasses()
          .that()
          .resideOutsideOfPackages("..tool.cli..", "..tool.terminal..")
          .should()
          .callMethod(System.class, "exit", int.class);

  @ArchTest
  static final ArchRule onlyTheCommandLinePrints =
      noClasses()
          .that()
          .resideOutsideOfPackages("..tool.cli..", "..tool.terminal..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");
}
