package io.godwit.contacts;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People who said no stay unsubscribed, whatever files and lists say later, and after they were deleted, too. */
@GodwitServer
class OptOutTest {

    private static final String PROOF = "Ticked the box of the spring form again, ticket 4711";

    /** With the keys every test server has. */
    private static final LinkTokenCodec TOKENS = new LinkTokenCodec(
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    private static TestServer server;
    private static JobApi client;
    private static ContactApi calls;

    @BeforeAll
    static void start() {
        client = new JobApi(server.baseUrl(), server.secretKey(0));
        calls = ContactApi.ofDemo(server, 0);
    }

    @AfterEach
    void empty() {
        for (var table : List.of("contacts", "events", "fields", "jobs", "opt_outs", "suppressions", "audit")) {
            server.database().query("DELETE FROM " + table);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"email,subscribed\nada@example.com,true\n", "email,status\nada@example.com,subscribed\n"})
    void anImportLeavesAnOptOutAsItIsWhateverTheFileSays(String file) {
        calls.optedOut("ada@example.com");

        var job = client.imported(file);

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(job.getInteger("optedOutCount")).isEqualTo(1);
        assertThat(job.getInteger("updatedCount")).isEqualTo(1);
    }

    @Test
    void aRecipientOfTransactionalMailWhoNeverSaidNoIsSubscribedByAnImport() {
        calls.send("ada@example.com");

        var job = client.imported("email,subscribed\nada@example.com,true\n");

        assertThat(calls.isSubscribed("ada@example.com")).isTrue();
        assertThat(job.getInteger("optedOutCount")).isZero();
    }

    @Test
    void anOptOutSurvivesTheErasureOfTheContactAndItsAddressIsNotKept() {
        calls.erased("ada@example.com");

        var job = client.imported("email,subscribed\nada@example.com,true\nBob@example.com,true\n");

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.isSubscribed("bob@example.com")).isTrue();
        assertThat(job.getInteger("optedOutCount")).isEqualTo(1);
        assertThat(job.getInteger("createdCount")).isEqualTo(2);
        assertThat(server.database().count("SELECT count(*) FROM opt_outs WHERE encode(hash, 'escape') LIKE '%ada%'"))
                .isZero();
    }

    @Test
    void aContactOnTheSuppressionListThatIsErasedStaysOptedOutWhenTheListIsEmptied() {
        var id = calls.post("ada@example.com").getString("id");
        calls.ok("POST", "/suppressions", new JsonObject().put("email", "ada@example.com"));
        calls.call("DELETE", "/contacts/" + id, new JsonObject());
        calls.call("DELETE", "/suppressions/ada@example.com", new JsonObject());

        client.imported("email,subscribed\nada@example.com,true\n");

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
    }

    @Test
    void anErasedContactThatWasSubscribedIsSubscribedWhenItComesBack() {
        var id = calls.post("ada@example.com").getString("id");
        calls.call("DELETE", "/contacts/" + id, new JsonObject());

        client.imported("email,subscribed\nada@example.com,true\n");

        assertThat(calls.isSubscribed("ada@example.com")).isTrue();
    }

    @Test
    void noWayInSubscribesSomebodyWhoSaidNoBeforeTheErasure() {
        for (var one : List.of("ada", "bob", "cleo", "dan", "eve")) {
            calls.erased(one + "@example.com");
        }
        var yes = new JsonObject().put("subscribed", true);

        var posted = calls.ok("POST", "/contacts", yes.copy().put("email", "ada@example.com"));
        calls.ok("POST", "/contacts", yes.copy().put("email", "ada@example.com"));
        calls.post("bob@example.com");
        calls.ok(
                "POST", "/v1/track", yes.copy().put("email", "cleo@example.com").put("event", "used"));
        calls.ok("POST", "/v1/send", calls.mail("dan@example.com").put("subscribed", true));
        calls.track("eve@example.com");

        assertThat(posted.getBoolean("subscribed")).isFalse();
        assertThat(server.database().count("SELECT count(*) FROM contacts WHERE subscribed"))
                .isZero();
    }

    @Test
    void aProofBringsAnErasedOptOutBackAndIsWrittenDown() {
        calls.erased("ada@example.com");

        var posted = calls.ok(
                "POST",
                "/contacts",
                new JsonObject()
                        .put("email", "ada@example.com")
                        .put("resubscribe", true)
                        .put("proof", PROOF));

        assertThat(posted.getBoolean("subscribed")).isTrue();
        assertThat(audited()).containsExactly(PROOF);
    }

    @Test
    void anImportWithAProofBringsPeopleBackAndIsWrittenDown() {
        calls.optedOut("ada@example.com");
        calls.erased("bob@example.com");

        var job = client.imported(
                "email,status\nada@example.com,\nbob@example.com,subscribed\ncleo@example.com,unsubscribed\n",
                Map.of("resubscribe", "true", "proof", PROOF));

        assertThat(job.getString("state")).isEqualTo("completed");
        assertThat(calls.isSubscribed("ada@example.com")).isTrue();
        assertThat(calls.isSubscribed("bob@example.com")).isTrue();
        assertThat(calls.isSubscribed("cleo@example.com")).isFalse();
        assertThat(audited()).containsExactly(PROOF);
    }

    @Test
    void anImportThatResubscribesWithoutAProofIsRefused() {
        var file = new io.godwit.kit.ApiClient.File(
                "file", "a.csv", "text/csv", "email\nada@example.com\n".getBytes(StandardCharsets.UTF_8));

        var answer =
                client.api().upload("/contacts/import", client.key(), file, Map.of(), Map.of("resubscribe", "true"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text()).contains("proof");
    }

    @Test
    void aBulkSubscriptionLeavesThoseWhoSaidNoThemselvesAndBringsBackThoseTheProjectSwitchedOff() {
        var ada = calls.post("ada@example.com").getString("id");
        unsubscribeByLink(ada);
        var bob = calls.optedOut("bob@example.com");

        var job = client.bulk("subscribe", new JsonObject().put("contactIds", List.of(ada, bob)));

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.isSubscribed("bob@example.com")).isTrue();
        assertThat(job.getInteger("optedOutCount")).isEqualTo(1);
    }

    /** Mail programs unsubscribe by the link of an old email, whatever the project has done since. */
    @Test
    void aNoByALinkCountsAlsoWhereTheProjectHasUnsubscribedTheContactBefore() {
        var ada = calls.optedOut("ada@example.com");
        calls.send("bob@example.com");
        var bob = calls.byEmail("bob@example.com").getString("id");

        unsubscribeByLink(ada);
        unsubscribeByLink(bob);
        client.bulk("subscribe", new JsonObject().put("contactIds", List.of(ada, bob)));

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.isSubscribed("bob@example.com")).isFalse();
        assertThat(server.database().count("SELECT count(*) FROM events WHERE name LIKE 'contact.%subscribed'"))
                .isZero();
    }

    @Test
    void aBulkSubscriptionWithAProofBringsEverybodyBackAndIsWrittenDown() {
        var ada = calls.post("ada@example.com").getString("id");
        unsubscribeByLink(ada);

        client.bulk(
                "subscribe",
                new JsonObject()
                        .put("contactIds", List.of(ada))
                        .put("resubscribe", true)
                        .put("proof", PROOF));

        assertThat(calls.isSubscribed("ada@example.com")).isTrue();
        assertThat(audited()).containsExactly(PROOF);
    }

    @Test
    void thePersonComesBackByTheLinkOfAMail() {
        var id = calls.optedOut("ada@example.com");

        server.call("POST", "/contacts/public/" + token(Kind.SUBSCRIBE, id) + "/subscribe", "", "");
        client.imported("email,subscribed\nada@example.com,true\n");

        assertThat(calls.isSubscribed("ada@example.com")).isTrue();
    }

    @Test
    void aChangeOfOneContactSubscribesItAgainAndIsWrittenDown() {
        var id = calls.optedOut("ada@example.com");

        calls.ok("PATCH", "/contacts/" + id, new JsonObject().put("subscribed", true));

        assertThat(calls.isSubscribed("ada@example.com")).isTrue();
        assertThat(audited()).hasSize(1);
    }

    @Test
    void aNoOfTheFileWinsOverAYesOfTheSameFile() {
        client.imported("email,subscribed\nada@example.com,no\nada@example.com,yes\n");

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // listmonk
        "'email,name,status\nada@example.com,Ada,enabled', true, 0",
        "'email,name,status\nada@example.com,Ada,blocklisted', false, 1",
        "'email,name,status\nada@example.com,Ada,disabled', false, 0",
        // Mailchimp
        "'Email Address,First Name,MEMBER_RATING,UNSUB_TIME\nada@example.com,Ada,2,2024-01-02 03:04:05', false, 0",
        "'Email Address,First Name,MEMBER_RATING,CLEAN_TIME\nada@example.com,Ada,2,2024-01-02 03:04:05', false, 1",
        "'Email Address,Status,MEMBER_RATING\nada@example.com,cleaned,2', false, 1",
        "'Email Address,Status,MEMBER_RATING\nada@example.com,subscribed,2', true, 0",
        "'Email Address,Status,MEMBER_RATING\nada@example.com,Non-Subscribed,2', false, 0",
        // SendGrid
        "'EMAIL,FIRST_NAME,EMAIL_STATUS\nada@example.com,Ada,Unsubscribed', false, 0",
        "'EMAIL,FIRST_NAME,Email Status\nada@example.com,Ada,Bounced', false, 1",
        // Brevo
        "'CONTACT ID;EMAIL;EMAIL_BLACKLISTED\n1;ada@example.com;true', false, 0",
        "'CONTACT ID;EMAIL;BLOCKLISTED\n1;ada@example.com;false', true, 0",
        "'E-mail,mail status,Status\nada@example.com,x,unsubscribed', false, 0",
        "'mail,status\nada@example.com,gold', true, 0",
        "'Email Address,Status,MEMBER_RATING\nada@example.com,archived,2', false, 0",
        // MailerLite
        "'Email,Status\nada@example.com,junk', false, 1",
        "'Email,Email Marketing Consent\nada@example.com,yes', true, 0",
        "'Email,Email Marketing Consent\nada@example.com,no', false, 0",
        "'Email,Email Marketing Consent\nada@example.com,gesperrt', false, 0",
        "'Subscriber,Sent,Subscribed\nada@example.com,3,2024-01-02 03:04:05', true, 0",
        "'Subscriber,Subscribed,Unsubscribed\nada@example.com,2024-01-02 03:04:05,2024-02-02 03:04:05', false, 0",
        "'email,subscribed\nada@example.com,Subscribed', true, 0",
        // HubSpot
        "'Record ID,Email,Unsubscribed from all email\n1,ada@example.com,true', false, 0",
        "'Record ID,Email,Unsubscribed from all email\n1,ada@example.com,', true, 0",
        "'Email,Opted out of email: Marketing Information\nada@example.com,Yes', false, 0",
        "'Email,Email hard bounce reason\nada@example.com,UNKNOWN_USER', false, 1",
        "'Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report\nada@example.com,FALSE,FALSE,TRUE', false, 1",
        "'Email,Portal Bounce,Portal Unsubscribe,Portal Spam Report\nada@example.com,FALSE,FALSE,FALSE', true, 0",
        // Klaviyo
        "'Email,Klaviyo ID,Email Marketing Consent\nada@example.com,01H,NEVER_SUBSCRIBED', false, 0",
        "'Email,Klaviyo ID,Email Suppressions\nada@example.com,01H,[HARD_BOUNCE]', false, 1",
        "'Email,Klaviyo ID,Email Suppressions\nada@example.com,01H,[]', true, 0",
        // Postmark
        "'EmailAddress,SuppressionReason,Origin\nada@example.com,SpamComplaint,Recipient', false, 1",
        "'EmailAddress,SuppressionReason,Origin\nada@example.com,ManualSuppression,Customer', false, 1",
        // Shopify, Ghost, Salesforce, Substack
        "'Email,Accepts Email Marketing\nada@example.com,no', false, 0",
        "'Email,Accepts Email Marketing\nada@example.com,yes', true, 0",
        "'email,subscribed_to_emails\nada@example.com,false', false, 0",
        "'Email,HasOptedOutOfEmail\nada@example.com,true', false, 0",
        "'Email,Email disabled\nada@example.com,true', false, 0",
    })
    void statusColumnsOfOtherToolsBecomeWhatTheyMean(String file, boolean subscribed, int suppressed) {
        var job = client.imported(file + "\n");

        assertThat(job.getInteger("createdCount")).as(job.encode()).isEqualTo(1);
        assertThat(calls.isSubscribed("ada@example.com")).isEqualTo(subscribed);
        assertThat(job.getInteger("suppressedCount")).isEqualTo(suppressed);
        assertThat(server.database().count("SELECT count(*) FROM suppressions")).isEqualTo(suppressed);
    }

    @Test
    void aNoOfAStatusColumnIsKeptAgainstLaterFiles() {
        client.imported("email,status\nada@example.com,unsubscribed\nbob@example.com,unconfirmed\n");

        var job = client.imported("email,subscribed\nada@example.com,yes\nbob@example.com,yes\n");

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.isSubscribed("bob@example.com")).isTrue();
        assertThat(job.getInteger("optedOutCount")).isEqualTo(1);
    }

    @Test
    void aMappingSaysWhatColumnsMean() {
        var job = client.imported(
                "Kontakt,Newsletter,Vorname,Intern\nada@example.com,unsubscribed,Ada,geheim\nbob@example.com,subscribed,Bob,\n",
                Map.of(
                        "mapping",
                        "{\"Kontakt\":\"email\",\"Newsletter\":\"status\",\"Vorname\":\"firstName\",\"Intern\":null}"));

        assertThat(job.getInteger("createdCount")).as(job.encode()).isEqualTo(2);
        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.isSubscribed("bob@example.com")).isTrue();
        assertThat(calls.dataOf("ada@example.com")).isEqualTo(Map.of("firstName", "Ada"));
    }

    @Test
    void anUnknownWordInAColumnMappedAsStatusSubscribesNobodyNew() {
        client.imported(
                "E-Mail,Newsletter\nada@example.com,will nichts mehr\nbob@example.com,aktiv\n",
                Map.of("mapping", "{\"Newsletter\":\"status\"}"));

        assertThat(calls.isSubscribed("ada@example.com")).isFalse();
        assertThat(calls.isSubscribed("bob@example.com")).isTrue();
    }

    @Test
    void aMappingOfAColumnThatIsNotThereFailsTheImport() {
        var job = client.imported("email\nada@example.com\n", Map.of("mapping", "{\"Name\":\"name\"}"));

        assertThat(job.getString("state")).isEqualTo("failed");
        assertThat(job.getString("failedReason")).contains("Name");
    }

    private static void unsubscribeByLink(String contact) {
        var answer =
                server.call("POST", "/contacts/public/" + token(Kind.UNSUBSCRIBE, contact) + "/unsubscribe", "", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static String token(Kind kind, String contact) {
        var link = new Link(
                new ProjectId(UUID.fromString(server.projectId(0))),
                new ContactId(UUID.fromString(contact)),
                new EmailId(new UUID(0, 0)));
        return TOKENS.write(kind, link);
    }

    private static List<String> audited() {
        return server
                .database()
                .query("SELECT details ->> 'proof' AS proof FROM audit WHERE action = 'contacts.resubscribed'")
                .stream()
                .map(row -> String.valueOf(row.get("proof")))
                .toList();
    }
}
