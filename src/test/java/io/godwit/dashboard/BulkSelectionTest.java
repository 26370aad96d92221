package io.godwit.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Acts on more contacts than a request may name. */
@GodwitServer
class BulkSelectionTest {

    private static final int MATCHING = 1_203;

    private static TestServer server;

    @Test
    void allContactsThatMatchASearchAreDeletedAfterTheirNumberIsConfirmed(@InBrowser DashboardBrowser dashboard) {
        new JobApi(server.baseUrl(), server.secretKey(0))
                .imported(IntStream.range(0, MATCHING)
                        .mapToObj(number -> "old" + number + "@example.org\n")
                        .collect(Collectors.joining("", "email\nstays@example.org\n", "")));
        dashboard.open("contacts?search=old").awaitText("1,203");
        dashboard.browser().click(".table-head label");
        dashboard.awaitText("100 selected").press("Select all 1,203 that match").awaitText("All 1,203 that match");
        dashboard.check("contacts-all-selected");

        dashboard.press("Delete").awaitText("1,203 contacts will be deleted");
        assertThat(matching()).isEqualTo(MATCHING);
        dashboard.browser().click("[role=alertdialog] .button-danger, [role=dialog] .button-danger");

        dashboard.awaitText("1,203 contacts changed.").awaitText("No contact matches");
        await().atMost(Duration.ofSeconds(10)).until(() -> matching() == 0);
        assertThat(server.get("/contacts/by-email/stays@example.org", server.secretKey(0))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void allContactsThatAConditionFindsAreUnsubscribed(@InBrowser DashboardBrowser dashboard) {
        new JobApi(server.baseUrl(), server.secretKey(1))
                .imported(IntStream.range(0, 150)
                        .mapToObj(number -> "c%d@example.org,%s%n".formatted(number, number < 120 ? "trial" : "pro"))
                        .collect(Collectors.joining("", "email,plan\n", "")));
        var condition = new JsonObject()
                .put("field", "data.plan")
                .put("operator", "equals")
                .put("value", "trial");
        var filter = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        dashboard
                .browser()
                .open(server.baseUrl() + "/app/p/" + server.projectId(1) + "/contacts?condition="
                        + URLEncoder.encode(filter.encode(), UTF_8));
        dashboard.awaitText("120");
        dashboard.browser().click(".table-head label");
        dashboard.press("Select all 120 that match").awaitText("All 120 that match");

        dashboard.press("Unsubscribe").awaitText("120 contacts will get no newsletters any more");
        dashboard.browser().click("[role=alertdialog] .button-main, [role=dialog] .button-main");

        dashboard.awaitText("120 contacts changed.");
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM contacts WHERE NOT subscribed AND project_id = ?::uuid",
                                server.projectId(1)))
                .isEqualTo(120);
    }

    private static long matching() {
        return server.database().count("SELECT count(*) FROM contacts WHERE email LIKE 'old%@example.org'");
    }
}
