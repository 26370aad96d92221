package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A tab that shows the activity of a project while 50,000 events come, spread over {@code soak.minutes} (60 unless the system property
 * says otherwise). The page has the newest first all the time, and holds neither more and more bytes nor elements it shows no more.
 */
@Tag("soak")
@GodwitServer({"GODWIT_RATE_LIMIT_PER_MINUTE=0", "GODWIT_RATE_LIMIT_PER_USER=0"})
final class DashboardEventsSoakIT {

    private static final int MINUTES = Integer.getInteger("soak.minutes", 60);
    private static final int EVENTS = 50_000;

    /** The part after which the page and what it keeps are there. */
    private static final int WARM = EVENTS / 5;

    private static final double MAX_GROWTH = 10e6;
    private static final int MAX_MORE_ELEMENTS = 2000;
    private static final int CHECKED = EVENTS / 10;

    private static TestServer server;

    @Test
    void aTabOnTheActivityHoldsLittleAfterManyEvents() {
        try (var dashboard = DashboardBrowser.start(server).signIn()) {
            dashboard.open("activity").awaitNews();
            var pause = Duration.ofMinutes(MINUTES).dividedBy(EVENTS);
            var began = Instant.now();
            var heldAtFirst = 0L;
            var elementsAtFirst = 0L;
            for (var sent = 1; sent <= EVENTS; sent++) {
                track(sent);
                waitUntil(began.plus(pause.multipliedBy(sent)));
                if (sent % CHECKED == 0) {
                    var held = dashboard.browser().heldBytes();
                    var elements = dashboard.browser().heldElements();
                    System.out.printf("soak: %d events, scripts %.1f MB, %d elements%n", sent, held / 1e6, elements);
                    dashboard.awaitText("Live");
                    if (sent <= WARM) {
                        heldAtFirst = held;
                        elementsAtFirst = elements;
                    }
                    assertThat((double) held - heldAtFirst).isLessThan(MAX_GROWTH);
                    assertThat(elements - elementsAtFirst).isLessThan(MAX_MORE_ELEMENTS);
                }
            }
            assertThat(dashboard.browser().complaints()).isEmpty();
        }
    }

    private static void track(int number) {
        var event = new JsonObject()
                .put("email", "reader" + number % 500 + "@example.org")
                .put("event", "read page " + number % 20);
        assertThat(server.post("/v1/track", server.secretKey(0), event).statusCode())
                .isEqualTo(200);
    }

    private static void waitUntil(Instant moment) {
        if (Instant.now().isBefore(moment)) {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !Instant.now().isBefore(moment));
        }
    }
}
