package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
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
    void allContactsThatMatchASearchAreDeletedAfterTheirNumberIsConfirmed() {
        new JobApi(server.baseUrl(), server.secretKey(0))
                .imported(IntStream.range(0, MATCHING)
                        .mapToObj(number -> "old" + number + "@example.org\n")
                        .collect(Collectors.joining("", "email\nstays@example.org\n", "")));
        try (var dashboard = DashboardBrowser.start(server).signIn()) {
            dashboard.open("contacts?search=old").awaitText("1,203");
            dashboard.browser().click(".table-head label");
            dashboard
                    .awaitText("100 selected")
                    .press("Select all 1,203 that match")
                    .awaitText("All 1,203 that match");
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
    }

    private static long matching() {
        return server.database().count("SELECT count(*) FROM contacts WHERE email LIKE 'old%@example.org'");
    }
}
