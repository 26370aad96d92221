package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The emails in the browser: the list, and one email with its story. */
@GodwitServer
class EmailPagesTest {

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @Test
    void theListFindsAnEmailByItsAddressAndLeadsToIt() {
        send("ada@example.org", "Your invoice");
        send("bob@example.org", "Your order");
        dashboard.open("emails?search=ada").awaitText("Your invoice");

        assertThat(dashboard.browser().text("main")).doesNotContain("bob@example.org");
        dashboard.press("ada@example.org").awaitText("What happened").awaitText("Taken by the mail server");
        dashboard.awaitText("Delivery not known");
        dashboard.browser().awaitInFrame("It is on its way.");
        dashboard.press("Headers").awaitText("Message-ID").press("Data").awaitText("sourceType");
        dashboard.check("email-data");
    }

    @Test
    void theDialogueWithTheMailServerIsShownWhereItTookTheEmail() {
        var id = send("dora@example.org", "Your ticket");
        dashboard.open("emails/" + id).awaitText("Dialogue with 127.0.0.1");

        dashboard.browser().evaluate("document.querySelector('main details summary').click()");

        dashboard.awaitText("DATA (").awaitText("dot (").awaitText("at 127.0.0.1:");
        dashboard.checkEverywhere("emails/" + id, "email-dialogue");
    }

    @Test
    void aFilterWithoutAMatchSaysSo() {
        send("cleo@example.org", "Hello");

        dashboard.open("emails?status=COMPLAINED").awaitText("No email matches");
        dashboard.press("Clear").awaitText("cleo@example.org");
    }

    @Test
    void aBouncedEmailTellsEachAttemptWithTheReplyThatDecided() {
        var id = send("dan@example.org", "Are you there");
        dashboard.open("emails/" + id).awaitText("Taken by the mail server");
        server.database()
                .query(
                        "UPDATE emails SET status = 'BOUNCED', bounced_at = now(), error = '550 5.1.1 User unknown' WHERE id = ?::uuid",
                        id);
        server.database()
                .query(
                        "INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage, code, reply)"
                                + " SELECT project_id, id, 1, 1, 'DEFERRED', 'RCPT', 451, '451 4.7.1 Come back later'"
                                + " FROM emails WHERE id = ?::uuid",
                        id);

        dashboard.open("emails/" + id).awaitText("451 4.7.1 Come back later").awaitText("550 5.1.1 User unknown");
        dashboard.checkEverywhere("emails/" + id, "email");
        dashboard.checkEverywhere("emails", "emails");
    }

    @Test
    void aSuppressedAddressIsTakenOffTheListAndTheEmailIsSentAgain() {
        var entry = new JsonObject()
                .put("email", "eve@example.org")
                .put("reason", "BOUNCE")
                .put("evidence", "550 gone");
        server.post("/suppressions", server.secretKey(0), entry);
        var id = send("eve@example.org", "Welcome back");

        dashboard
                .open("emails/" + id)
                .awaitText("eve@example.org gets no more emails")
                .awaitText("550 gone");
        dashboard.press("Take it off the list").awaitText("Send to this address again?");
        dashboard.browser().evaluate("document.querySelector('[role=dialog] .button-danger').click()");
        dashboard.awaitText("eve@example.org gets emails again.");
        dashboard.press("Send again").awaitText("A new email with the same content goes to eve@example.org");
        dashboard.browser().evaluate("document.querySelector('[role=dialog] .button-main').click()");
        dashboard.awaitText("It is on its way again.").awaitText("Taken by the mail server");

        assertThat(dashboard.browser().evaluate("location.pathname").toString()).doesNotEndWith(id);
    }

    @Test
    void aPlannedEmailCanBeCancelled() {
        var email = new JsonObject()
                .put("to", "fay@example.org")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Later")
                .put("body", "<p>Hi</p>")
                .put("scheduledAt", Instant.now().plus(Duration.ofDays(2)).toString());
        server.post("/v1/send", server.secretKey(0), email);

        dashboard.open("emails?search=fay").press("fay@example.org").awaitText("Waits for its time");
        dashboard.press("Cancel the email").awaitText("will not be sent");
        dashboard.browser().evaluate("document.querySelector('[role=dialog] .button-danger').click()");
        dashboard.awaitText("The email is cancelled.").awaitText("Cancelled");
    }

    @Test
    void anEmailThatIsPutOffSaysWhenItIsTriedNext() {
        var email = new JsonObject()
                .put("to", "gus@example.org")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Be patient")
                .put("body", "<p>Hi</p>")
                .put("scheduledAt", Instant.now().plus(Duration.ofHours(2)).toString());
        var id = idOf(server.post("/v1/send", server.secretKey(0), email));
        server.database().query("UPDATE emails SET scheduled_at = NULL WHERE id = ?::uuid", id);
        server.database()
                .query(
                        "INSERT INTO email_attempts (project_id, email_id, fence, attempt, outcome, stage, code, reply)"
                                + " SELECT project_id, id, 1, 1, 'DEFERRED', 'RCPT', 451, '451 4.7.1 Come back later'"
                                + " FROM emails WHERE id = ?::uuid",
                        id);

        dashboard.open("emails?search=gus").awaitText("Next try: ");
        dashboard.press("gus@example.org").awaitText("Waits for its next try").awaitText("Next try: ");
        dashboard.check("email-deferred");
    }

    @Test
    void opensAndClicksOfMachinesStandBesideThoseOfPersons() {
        var id = send("hal@example.org", "Scanned");
        dashboard.open("emails/" + id).awaitText("Taken by the mail server");
        server.database()
                .query("UPDATE emails SET opens = 1, machine_opens = 2, machine_clicks = 3 WHERE id = ?::uuid", id);

        dashboard.open("emails/" + id).awaitText("+ 2 by machines").awaitText("+ 3 by machines");
    }

    @Test
    void anEmailOfAnotherProjectIsNotShown() {
        var id = send(1, "ada@example.org", "Of the other project");
        dashboard.open("/p/" + server.projectId(1) + "/emails/" + id).awaitText("Of the other project");

        dashboard.open("emails/" + id).awaitText("This is gone, or not yours.");
        assertThat(dashboard.browser().text("main")).doesNotContain("Of the other project");
    }

    private static String send(String to, String subject) {
        return send(0, to, subject);
    }

    private static String send(int project, String to, String subject) {
        var email = new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(project))
                .put("subject", subject)
                .put("body", "<h1>" + subject + "</h1><p>It is on its way.</p>");
        return idOf(server.post("/v1/send", server.secretKey(project), email));
    }

    private static String idOf(HttpResponse<String> answer) {
        return new JsonObject(answer.body())
                .getJsonObject("data")
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }
}
