package io.godwit.operations;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TestCertificate;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each metric that the alert rules and the Grafana board name is one that a server has. */
@CloseFields
class MetricNamesTest {

    private static final Path BOARD = Path.of("docker/grafana-dashboard.json");
    private static final Pattern METRIC = Pattern.compile("\\b((?:godwit|vertx|jvm|process|system|disk)_\\w+)");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-zA-Z_:][\\w:]*)[ {]");

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void start() throws IOException {
        var certificate = TestCertificate.make(folder);
        var chain = Files.writeString(folder.resolve("chain.pem"), certificate.certificatePem());
        var key = Files.writeString(folder.resolve("key.pem"), certificate.keyPem());
        var closed = String.valueOf(FreePorts.free());
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED",
                "false",
                "GODWIT_MAIL_HOST",
                "127.0.0.1",
                "GODWIT_MAIL_PORT",
                closed,
                "GODWIT_MAIL_RELAYS",
                "second=smtp://127.0.0.1:" + closed,
                "GODWIT_SUBMISSION_PORT",
                String.valueOf(FreePorts.free()),
                "GODWIT_SUBMISSION_CERTIFICATE",
                chain.toString(),
                "GODWIT_SUBMISSION_KEY",
                key.toString()));
    }

    @Test
    void eachMetricOfTheAlertsAndOfTheBoardIsAtTheServer() throws IOException {
        // Some are measured at intervals, and are there after the first.
        await().atMost(Duration.ofSeconds(60)).untilAsserted(MetricNamesTest::requireAll);
    }

    private static void requireAll() throws IOException {
        var known = known();
        assertThat(known).hasSizeGreaterThan(100);
        assertThat(named(PrometheusAlertsTest.rules().stream().map(rule -> (String) rule.get("expr"))))
                .hasSizeGreaterThan(20)
                .isSubsetOf(known);
        assertThat(named(expressions())).hasSizeGreaterThan(30).isSubsetOf(known);
    }

    @Test
    void eachMetricOfOursSaysWhatItCounts() {
        var metrics = server.get("/metrics", "").body();

        assertThat(metrics.lines().filter(line -> line.startsWith("# HELP godwit_")))
                .hasSizeGreaterThan(40)
                .allSatisfy(line -> assertThat(line.split(" ", 4)[3]).isNotBlank());
    }

    @Test
    void aMetricThatThereIsNotIsFound() {
        assertThat(named(Stream.of("rate(godwit_unheard_of_total[5m])")))
                .hasSize(1)
                .doesNotContainAnyElementsOf(known());
    }

    @Test
    void theConditionsOfAHealthyNodeAreThoseThatAlertNobody() {
        server.get("/health", "");
        var metrics = server.get("/metrics", "").body();

        assertThat(metrics)
                .contains("\ngodwit_ready 1.0", "\ngodwit_mail_server_reachable 1.0", "\ngodwit_journal_writable 1.0")
                .contains("\ngodwit_sending_ended_total{status=\"SENT\"} 0.0")
                .contains("\ngodwit_inbound_reports_total{kind=\"complaint\"} 0.0")
                .contains("\ngodwit_event_loop_delay_seconds_max ");
        assertThat(value(metrics, "godwit_certificate_expires_seconds{port=\"submission\"}"))
                .isBetween(86_400.0, 2 * 86_400.0);
        assertThat(value(metrics, "disk_free_bytes\\{[^}]*}")).isPositive();
    }

    @Test
    void aServerThatWasNeverBackedUpSaysSo() {
        await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> server.get("/metrics", "").body(),
                        metrics -> metrics.contains("\ngodwit_backup_age_seconds +Inf\n"));
    }

    @Test
    void eachPanelOfTheBoardHasAPlaceOfItsOwn() throws IOException {
        var places = new HashSet<List<Integer>>();

        assertThat(panels()).hasSizeGreaterThan(10).allSatisfy(panel -> {
            var place = panel.getJsonObject("gridPos");
            assertThat(place.getInteger("x") + place.getInteger("w")).isLessThanOrEqualTo(24);
            assertThat(places.add(List.of(place.getInteger("x"), place.getInteger("y"))))
                    .isTrue();
            assertThat(panel.getString("title")).isNotBlank();
        });
        assertThat(panels()).extracting(panel -> panel.getInteger("id")).doesNotHaveDuplicates();
    }

    private static double value(String metrics, String sample) {
        var pattern = sample.contains("\\") ? sample : Pattern.quote(sample);
        var found = Pattern.compile("(?m)^" + pattern + " (\\S+)$").matcher(metrics);
        assertThat(found.find()).as(sample).isTrue();
        return Double.parseDouble(found.group(1));
    }

    private static Set<String> known() {
        server.get("/health", "");
        return names(SAMPLE, Stream.of(server.get("/metrics", "").body()));
    }

    private static Set<String> named(Stream<String> expressions) {
        return names(METRIC, expressions);
    }

    private static Set<String> names(Pattern pattern, Stream<String> texts) {
        return texts.flatMap(text -> pattern.matcher(text).results())
                .map(found -> found.group(1))
                .collect(toCollection(TreeSet::new));
    }

    private static List<JsonObject> panels() throws IOException {
        return objects(new JsonObject(Files.readString(BOARD)).getJsonArray("panels"))
                .toList();
    }

    private static Stream<String> expressions() throws IOException {
        return panels().stream()
                .flatMap(panel -> objects(panel.getJsonArray("targets", new JsonArray())))
                .map(target -> target.getString("expr"));
    }

    private static Stream<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast);
    }
}
