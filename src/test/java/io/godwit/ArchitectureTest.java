package io.godwit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the project that a machine can check. */
@Tag("slow")
class ArchitectureTest {

    /** From the floor up; a package may use only those before it. */
    private static final List<String> FLOORS = List.of(
            "core",
            "logging",
            "metrics",
            "traces",
            "bus",
            "db",
            "dns",
            "web",
            "jobs",
            "smtp",
            "oauth",
            "bounces",
            "mailauth",
            "accounts",
            "projects",
            "billing",
            "events",
            "reputation",
            "contacts",
            "templates",
            "domains",
            "addresses",
            "delivery",
            "sending",
            "ingest",
            "submission",
            "uploads",
            "tracking",
            "inbound",
            "segments",
            "campaigns",
            "webhooks",
            "workflows",
            "reports",
            "search",
            "system",
            "live",
            "dashboard",
            "config",
            "systemmail",
            "demo",
            "backup",
            "modules",
            "commands");

    /** Classes that write SQL: a table's store, the query of a list, the reading of rows. */
    private static final String SQL_ROLES = ".*(Store|Query|Rows)";

    private static final Pattern SOURCE = Pattern.compile("\\.(?:java|tsx?|css)$");

    private static final int FEATURE_DEPTH = 3;

    /** Packages that put features together, and the root. */
    private static final Set<String> WIRING = Set.of("", "config", "modules", "demo", "systemmail", "commands");

    /** Inner packages and types that are made for other features. */
    private static final List<String> OPEN = List.of(
            "io.godwit.accounts.limits.",
            "io.godwit.core.id.",
            "io.godwit.web.",
            "io.godwit.smtp.",
            "io.godwit.delivery.",
            "io.godwit.projects.audit.",
            "io.godwit.segments.filter.",
            "io.godwit.contacts.csv.",
            "io.godwit.contacts.fields.FieldCatalog",
            "io.godwit.sending.api.SendGateway",
            "io.godwit.sending.api.Submission",
            "io.godwit.sending.content.",
            "io.godwit.sending.log.ReceivedDetail",
            "io.godwit.sending.pipeline.MailServerState",
            "io.godwit.sending.preview.PreviewRenderer",
            "io.godwit.sending.preview.TestEmail",
            "io.godwit.sending.rendering.LinkTracker",
            "io.godwit.sending.suppression.SoftBounce");

    /** Lines without imports; the test names longer files in its output, as a question. */
    private static final int LONG_FILE_LENGTH = 300;

    private static final int MAX_FILE_LENGTH = 400;
    private static final int MAX_TEST_LENGTH = 400;

    /** The sources of one folder beside its {@code package-info}; tests are found by the name of what they test. */
    private static final int MAX_FILES = 45;

    static List<String> floors() {
        return FLOORS;
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("io.godwit.(*)..").should().beFreeOfCycles().check(ImportedClasses.main());
    }

    /** Nor do the inner packages, each by itself. */
    @Test
    void innerPackagesFormNoCycle() {
        slices().matching("io.godwit.(**)").should().beFreeOfCycles().check(ImportedClasses.main());
    }

    @ParameterizedTest
    @MethodSource("floors")
    void aPackageUsesOnlyThoseBeforeIt(String floor) {
        var later = FLOORS.subList(FLOORS.indexOf(floor) + 1, FLOORS.size()).stream()
                .map(above -> "io.godwit." + above + "..")
                .toArray(String[]::new);
        if (later.length > 0) {
            noClasses()
                    .that()
                    .resideInAPackage("io.godwit." + floor + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(later)
                    .allowEmptyShould(true)
                    .check(ImportedClasses.main());
        }
    }

    @Test
    void everyPackageHasItsFloor() {
        assertThat(ImportedClasses.main().stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> !name.equals("io.godwit"))
                        .map(name -> name.split("\\.", -1)[2])
                        .distinct())
                .isSubsetOf(FLOORS);
    }

    /** A feature's package is what others may use of it; the packages below are its own. */
    @Test
    void innerPackagesAreTheirFeaturesOwn() {
        assertThat(ImportedClasses.main().stream()
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .filter(ArchitectureTest::isForbidden)
                        .map(use -> use.getOriginClass().getName() + " uses "
                                + use.getTargetClass().getName())
                        .distinct())
                .isEmpty();
    }

    private static boolean isForbidden(Dependency use) {
        var target = use.getTargetClass().getName();
        return isInner(use.getTargetClass())
                && OPEN.stream().noneMatch(target::startsWith)
                && !WIRING.contains(feature(use.getOriginClass()))
                && !feature(use.getOriginClass()).equals(feature(use.getTargetClass()));
    }

    private static boolean isInner(JavaClass type) {
        return type.getPackageName().startsWith("io.godwit.")
                && type.getPackageName().split("\\.", -1).length > FEATURE_DEPTH;
    }

    private static String feature(JavaClass type) {
        var parts = type.getPackageName().split("\\.", -1);
        return parts.length < FEATURE_DEPTH ? "" : parts[FEATURE_DEPTH - 1];
    }

    @Test
    void onlyTheEdgeAndRoutesKnowVertxWeb() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.godwit.web..")
                .and()
                .haveSimpleNameNotEndingWith("Routes")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.vertx.ext.web..")
                .check(ImportedClasses.main());
    }

    @Test
    void onlyStoresBindParameters() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.godwit.db..")
                .and()
                .haveNameNotMatching(SQL_ROLES)
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Tuple.class)
                .check(ImportedClasses.main());
    }

    @Test
    void onlyTheBusSeesTheEventBus() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.godwit.bus..")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(EventBus.class)
                .check(ImportedClasses.main());
    }

    @Test
    void jsonObjectsStayAtTheEdges() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.godwit.web..",
                        "io.godwit.bus..",
                        "io.godwit.oauth..",
                        "io.godwit",
                        "io.godwit.config..",
                        "io.godwit.modules..",
                        "io.godwit.demo..",
                        "io.godwit.systemmail..")
                .and()
                .haveNameNotMatching(SQL_ROLES)
                .and()
                .haveSimpleNameNotEndingWith("Routes")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(JsonObject.class)
                .check(ImportedClasses.main());
    }

    @Test
    void secretsAreComparedInConstantTime() {
        ConstantTimeRule.RULE.check(ImportedClasses.main());
    }

    /** The rule sees what it is to see. */
    @Test
    void carelessComparisonsAreFound() {
        var careless = new ClassFileImporter().importClasses(ConstantTimeRule.CarelessComparisons.class);

        var found = ConstantTimeRule.RULE.evaluate(careless).getFailureReport().getDetails();

        assertThat(found).hasSize(4);
    }

    /** Internal classes of a library change without notice, so each family has one adapter. */
    @Test
    void eachInternalOfVertxHasOneUser() {
        Map.of(
                        "io.vertx.ext.mail.impl..", "io.godwit.smtp.client.SmtpClientPool",
                        "io.vertx.sqlclient.[impl|internal]..", "io.godwit.db.ConnectionOpener",
                        "io.vertx.pgclient.impl..", "io.godwit.db.ConnectionOpener",
                        "io.vertx.core.[impl|internal]..", "io.godwit.bus.ClusterMembers")
                .forEach((internal, adapter) -> noClasses()
                        .that()
                        .haveNameNotMatching(Pattern.quote(adapter) + "(\\$.*)?")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(internal)
                        .check(ImportedClasses.main()));
    }

    @Test
    void noStaticFieldChanges() {
        fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat(resideInAPackage("io.godwit.."))
                .should()
                .beFinal()
                .check(ImportedClasses.main());
    }

    @Test
    void everyPackageSaysWhatItIsForAndIsNullMarked() throws IOException {
        try (var folders = Files.walk(Path.of("src/main/java/io/godwit")).filter(Files::isDirectory)) {
            assertThat(folders).allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                    .content()
                    .contains("@NullMarked")
                    .contains("/**"));
        }
    }

    /** Those of the packages that npm brings are not ours. */
    @ParameterizedTest
    @ValueSource(strings = {"src/main/java", "src/test/java", "src/main/dashboard"})
    void noFolderHasMoreFilesThanAReaderCanKeepInMind(String root) throws IOException {
        try (var folders = Files.walk(Path.of(root)).filter(Files::isDirectory).filter(folder -> !folder.toString()
                .contains("node_modules"))) {
            assertThat(folders)
                    .allSatisfy(folder -> assertThat(sourcesIn(folder)).hasSizeLessThanOrEqualTo(MAX_FILES));
        }
    }

    private static List<Path> sourcesIn(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> SOURCE.matcher(file.toString()).find() && !file.endsWith("package-info.java"))
                    .toList();
        }
    }

    @Test
    void noFileHidesAMissingConcept() throws IOException {
        longerThan(Path.of("src/main/java"), LONG_FILE_LENGTH)
                .forEach(file -> System.out.println(
                        "WARNING: " + file + " has more than " + LONG_FILE_LENGTH + " lines: does it hold two ideas?"));

        assertThat(longerThan(Path.of("src/main/java"), MAX_FILE_LENGTH)).isEmpty();
        assertThat(longerThan(Path.of("src/test/java"), MAX_TEST_LENGTH)).isEmpty();
    }

    private static List<Path> longerThan(Path root, int lines) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> linesOf(file) > lines)
                    .toList();
        }
    }

    private static long linesOf(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> !line.startsWith("import ")).count();
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
