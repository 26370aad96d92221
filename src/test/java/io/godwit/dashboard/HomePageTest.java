package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The first page of a project that sends, in the browser. */
@GodwitServer
class HomePageTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void whatWentWrongInTheLastDayLeadsToTheseEmailsAndNoOlderOnes() {
        server.post("/suppressions", server.secretKey(0), new JsonObject().put("email", "kim@example.org"));
        send("kim@example.org");
        send("kim@example.org");
        longAgo("old@example.org", "SUPPRESSED", "SUPPRESSED_MANUAL");
        dashboard.open("").awaitText("What went wrong in the last day").awaitText("The address is suppressed by hand");

        dashboard.check("home-wrong");
        assertThat(wrong("Suppressed")).contains("2").doesNotContain("3");
        press("Suppressed");

        dashboard.awaitText("kim@example.org");
        assertThat(dashboard.settled().browser().text("main"))
                .contains("The address is suppressed by hand")
                .doesNotContain("old@example.org");
    }

    @Test
    void aBounceOfTodayIsFoundThoughItsEmailIsOlder() {
        longAgo("lou@example.org", "BOUNCED", null);
        bounce("lou@example.org", "550 5.1.1 <lou@example.org>: no such user");
        longAgo("max@example.org", "BOUNCED", null);
        bounce("max@example.org", "550 5.1.1 <max@example.org>: no such user");

        dashboard.open("").awaitText("What went wrong in the last day").awaitText("no such user");
        assertThat(wrong("Bounced")).contains("2 × 550 5.1.1");
        press("Bounced");

        dashboard.awaitText("lou@example.org").awaitText("max@example.org");
    }

    @Test
    void theNumbersOfTheFirstPageLeadToWhatTheyCount() {
        send("pat@example.org");
        dashboard.open("").awaitText("The last 30 days");
        dashboard
                .browser()
                .await("document.querySelector('.figures .figure a[href*=\"emails?since=month\"]') !== null");

        dashboard.browser().click(".figures .figure a[href*=\"emails?since=month\"]");

        dashboard.awaitText("The last 30 days").awaitText("pat@example.org");
    }

    /** The words of the entry for this status. */
    private static String wrong(String status) {
        return String.valueOf(dashboard.browser().evaluate(entry(status) + ".innerText"));
    }

    private static void press(String status) {
        dashboard.browser().clickOn(entry(status) + ".querySelector('a')");
    }

    private static String entry(String status) {
        return "[...document.querySelectorAll('.home-feed > li')].find(each => each.innerText.startsWith('" + status
                + "'))";
    }

    private static void send(String to) {
        var email = new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        assertThat(server.post("/v1/send", server.secretKey(0), email).statusCode())
                .isEqualTo(200);
    }

    /** An email that was created three days ago. */
    private static void longAgo(String to, String status, String reason) {
        send(to);
        server.database()
                .query(
                        "INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, reason, error,"
                                + " created_at) SELECT project_id, overlay(uuid_v7()::text PLACING left(uuid_v7_floor(now() - INTERVAL '3 days')::text, 13) FROM 1)::uuid,"
                                + " contact_id, content_id, source, email_class, to_email, ?, ?,"
                                + " 'ended', now() - INTERVAL '3 days' FROM emails WHERE to_email = ? LIMIT 1",
                        status,
                        reason,
                        to);
    }

    /** The event of a bounce as the send pipeline appends it: the reply stands at the email. */
    private static void bounce(String to, String reply) {
        server.database().query("UPDATE emails SET error = ? WHERE to_email = ? AND status = 'BOUNCED'", reply, to);
        server.database()
                .query(
                        "INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)"
                                + " SELECT project_id, uuid_v7(), contact_id, 'email.bounce',"
                                + " '{\"subject\": \"Hello\", \"bounceType\": \"Permanent\"}', id, now()"
                                + " FROM emails WHERE to_email = ? AND status = 'BOUNCED'",
                        to);
    }
}
