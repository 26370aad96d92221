package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bench.ProcessMemory;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.DatabaseRows;
import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.CampaignNodes;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A tab that shows a campaign while it is sent, for {@code soak.minutes} (60 unless the system property says otherwise). Its numbers
 * move all the time, and it must not hold more and more: at most 80 MB after an hour, of scripts and of its process.
 */
@Tag("soak")
final class DashboardMemorySoakIT {

    private static final int MINUTES = Integer.getInteger("soak.minutes", 60);
    private static final int PER_SECOND = 20;
    private static final double MAX_BYTES = 80e6;
    private static final double MAX_MB = MAX_BYTES / (1024 * 1024);

    /** By then the page and what it keeps for the way back are there; afterwards an hour may add this much. */
    private static final int WARM_MINUTES = 5;

    private static final double MAX_GROWTH = 10e6;
    private static final Duration CHECKED = Duration.ofMinutes(1);

    /** The emails of the campaign that are done, of how many. */
    private static final String PROGRESS = "main strong[role=status]";

    @Test
    void aTabOnASendingCampaignHoldsLittleAfterAnHour() {
        // More than the time is long, so that the campaign is under way at the end.
        var contacts = (MINUTES + 5) * 60 * PER_SECOND;
        try (var server = JarServer.startUnpacked(Map.of(
                        "GODWIT_SENDING_PER_SECOND", String.valueOf(PER_SECOND), "GODWIT_RATE_LIMIT_PER_USER", "0"));
                var dashboard = DashboardBrowser.at("http://127.0.0.1:" + server.port())) {
            dashboard.signIn("demo@example.test", server.demo().getString("password"));
            var campaign = send(server, contacts);
            dashboard
                    .open("/p/" + server.demo().getString("projectId") + "/campaigns/" + campaign)
                    .awaitText("Live");

            var progress = dashboard.browser().text(PROGRESS);
            var heldAtFirst = 0L;
            var held = 0L;
            for (var minute = 1; minute <= MINUTES; minute++) {
                awaitMinute();
                held = dashboard.browser().heldBytes();
                heldAtFirst = minute <= WARM_MINUTES ? held : heldAtFirst;
                System.out.printf(
                        "soak: minute %d, scripts %.1f MB, process %.1f MB, %s%n",
                        minute, held / 1e6, tab(), CampaignNodes.status(server, campaign));
                assertThat(CampaignNodes.status(server, campaign)).isEqualTo("SENDING");
                dashboard.awaitText("Live");
                var before = progress;
                progress = dashboard.browser().text(PROGRESS);
                assertThat(progress).as("moves within a minute").isNotEqualTo(before);
            }

            assertThat((double) held).isLessThan(MAX_BYTES);
            assertThat((double) held - heldAtFirst).isLessThan(MAX_GROWTH);
            assertThat(tab()).isLessThan(MAX_MB);
        }
    }

    private static String send(JarServer server, int contacts) {
        var project = server.demo().getString("projectId");
        var rows = DatabaseRows.of(server);
        rows.query(CampaignNodes.CONTACTS, project, contacts);
        rows.query(CampaignNodes.COUNT, project, contacts, contacts);
        var id = CampaignNodes.post(server, "/campaigns", CampaignNodes.words(server))
                .getString("id");
        CampaignNodes.post(server, "/campaigns/" + id + "/send", new JsonObject());
        return id;
    }

    /** The MB of the largest process that shows pages; memory it shares with others, such as its program, is not counted. */
    private static double tab() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> isRenderer(process.pid()))
                .mapToDouble(process -> memory(process.pid()))
                .max()
                .orElseThrow();
    }

    private static boolean isRenderer(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid, "cmdline")).contains("--type=renderer");
        } catch (IOException ended) {
            return false;
        }
    }

    private static double memory(long pid) {
        try {
            return ProcessMemory.anonymous(pid);
        } catch (IOException ended) {
            return 0;
        }
    }

    private static void awaitMinute() {
        var end = Instant.now().plus(CHECKED);
        await().atMost(CHECKED.multipliedBy(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> Instant.now().isAfter(end));
    }
}
