package io.godwit.inbound.sns;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.inbound.InboundServer;
import io.godwit.inbound.SnsDouble;
import io.godwit.inbound.processing.EmailKey;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /webhooks/sns}: whom it believes, and when it says that it has what it was sent. */
@CloseFields
class SnsRoutesTest {

    private static InboundServer server;
    private static SnsDouble amazon;
    private static UUID project;

    @BeforeAll
    static void start() {
        server = InboundServer.start();
        amazon = server.amazon();
        project = server.project();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void whatAmazonSignedIsKeptAndTakesEffect(String version) {
        var key = newMail();

        var answer = server.post(
                amazon.signed(delivery(key).put("SignatureVersion", version)).encode());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(new JsonObject(answer.body())).isEqualTo(new JsonObject().put("success", true));
        server.awaitStatus(key, "DELIVERED");
        assertThat(server.events(key)).containsExactly("email.delivery");
    }

    /** Requests that are not exactly what Amazon signed for our topic. */
    @TestFactory
    Stream<DynamicTest> aForgedMessageIsRefusedAndChangesNothing() {
        return Stream.of(
                forged("no signature", message -> message.remove("Signature")),
                forged("an empty signature", message -> message.put("Signature", "")),
                forged("no base64", message -> message.put("Signature", "%%%")),
                forged("another signature", message -> message.put("Signature", "AAAA")),
                forged("another message", message -> message.put("Message", message.getString("Message") + " ")),
                forged(
                        "another id",
                        message -> message.put("MessageId", UUID.randomUUID().toString())),
                forged(
                        "another time",
                        message -> message.put(
                                "Timestamp", Instant.now().plusSeconds(1).toString())),
                forged("a subject added", message -> message.put("Subject", "Hello")),
                forged("no version", message -> message.remove("SignatureVersion")),
                forged("version 3", message -> message.put("SignatureVersion", "3")),
                forged("the other version", message -> message.put("SignatureVersion", "1")),
                forged("fields swapped", message -> {
                    var id = message.getString("MessageId");
                    message.put("MessageId", message.getString("Type")).put("Type", id);
                }),
                forged("another topic", message -> amazon.signed(message.put("TopicArn", SnsDouble.TOPIC + "2"))),
                forged("another topic's, called ours", message -> {
                    amazon.signed(message.put("TopicArn", SnsDouble.TOPIC + "2"));
                    message.put("TopicArn", SnsDouble.TOPIC);
                }),
                forged("no topic's name", message -> message.put("TopicArn", "arn:aws:sqs:x")));
    }

    private static DynamicTest forged(String how, Consumer<JsonObject> forge) {
        return DynamicTest.dynamicTest(how, () -> {
            var key = newMail();
            var before = rows();
            var message = amazon.signed(amazon.notification(
                    InboundServer.bounce(key, "Permanent", "5.1.1", "gone").encode()));

            forge.accept(message);
            var answer = server.post(message.encode());

            assertThat(answer.statusCode()).as(answer.body()).isIn(400, 403);
            assertThat(rows()).isEqualTo(before);
            assertThat(server.status(key)).isEqualTo("SENT");
        });
    }

    /** A second reader of the same JSON must not see another message than the one that was checked. */
    @Test
    void aMemberGivenTwiceDoesNotSmuggleAMessageIn() {
        var key = newMail();
        var genuine = amazon.signed(delivery(key)).encode();
        var bounce = InboundServer.bounce(key, "Permanent", "5.1.1", "gone").encode();
        var member = "\"Message\":" + io.vertx.core.json.Json.encode(bounce) + ",";

        server.post("{" + member + genuine.substring(1));
        server.post(genuine.substring(0, genuine.length() - 1) + ",\"Message\":"
                + io.vertx.core.json.Json.encode(bounce) + "}");

        server.awaitQuiet();
        assertThat(server.status(key)).isIn("SENT", "DELIVERED");
        assertThat(server.events(key)).doesNotContain("email.bounce");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
                "https://sns.us-east-1.amazonaws.com.evil.test/SimpleNotificationService-1.pem",
                "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem",
                "https://a:b@sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
                "https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-1.pem",
                "https://sns.eu-central-1.amazonaws.com/bucket/SimpleNotificationService-1.pem",
                "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem?x=1",
                "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem#x",
                "https://sns.eu-central-1.amazonaws.com",
                "https://evil.test#sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem",
                "https://evil.test/SimpleNotificationService-1.pem",
                "not an address",
                ""
            })
    void aCertificateThatLiesElsewhereIsNotFetched(String address) {
        var asked = amazon.asked().size();
        var before = rows();

        var certificate = server.post(amazon.signed(delivery(newMail()).put("SigningCertURL", address))
                .encode());
        var subscription = server.post(amazon.signed(
                        amazon.confirmation(address.replaceAll("/Simple.*", "/?Action=ConfirmSubscription&Token=x")
                                .replace("eu-central-1", address.contains("evil") ? "eu-central-1" : "us-west-1")))
                .encode());

        assertThat(certificate.statusCode()).isEqualTo(403);
        assertThat(subscription.statusCode()).isIn(400, 403);
        assertThat(amazon.asked().stream().skip(asked).map(URI::toString)).allMatch(SnsDouble.CERTIFICATE::equals);
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void aReplayIsAnsweredAndHasNoEffect() {
        var key = newMail();
        var body = amazon.signed(amazon.notification(InboundServer.told(key, "Open", "open", new JsonObject())
                        .encode()))
                .encode();
        server.post(body);
        server.awaitQuiet();

        var replay = server.post(body);

        server.awaitQuiet();
        assertThat(replay.statusCode()).isEqualTo(200);
        assertThat(new JsonObject(replay.body()).getBoolean("duplicate")).isTrue();
        assertThat(server.row(key)).containsEntry("opens", 1).containsEntry("status", "OPENED");
    }

    @Test
    void anOldMessageIsRefusedHoweverWellSigned() {
        var hour = Duration.ofMinutes(61);

        for (var at : new Instant[] {Instant.now().minus(hour), Instant.now().plus(hour)}) {
            var message = delivery(newMail())
                    .put(
                            "Timestamp",
                            at.truncatedTo(java.time.temporal.ChronoUnit.MILLIS).toString());
            assertThat(server.post(amazon.signed(message).encode()).statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void whatIsNoMessageAboutMailIsABadRequest() {
        var before = rows();

        for (var message : new String[] {
            "Successfully validated SNS topic for Amazon SES event publishing.",
            "[]",
            "{}",
            "{\"mail\":{}}",
            "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000),
            "\"" + "x".repeat(1_000_000) + "\"",
            "{\"mail\":{\"messageId\":\"1\"},\"x\":\"" + "x".repeat(400_000) + "\"}"
        }) {
            var answer = server.post(amazon.signed(amazon.notification(message)).encode());
            assertThat(answer.statusCode()).as(message.substring(0, 2)).isEqualTo(400);
        }
        for (var body : new String[] {"", "x", "[]", "{}", "{".repeat(10_000), "\u0000"}) {
            assertThat(server.post(body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void aSubscriptionIsConfirmedAtTheTopicsOwnHost() {
        var address = SnsDouble.HOST + "/?Action=ConfirmSubscription&TopicArn=" + SnsDouble.TOPIC + "&Token=abc";

        var answer = server.post(amazon.signed(amazon.confirmation(address)).encode());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(amazon.asked()).contains(URI.create(address));
    }

    @Test
    void aSubscriptionThatCannotBeConfirmedIsSentAgain() {
        var message = amazon.signed(amazon.confirmation(SnsDouble.HOST + "/?Action=ConfirmSubscription&Token=def"))
                .encode();
        server.tell(new JsonObject());
        amazon.answers(500);

        var failed = server.post(message);
        amazon.answers(200);
        var again = server.post(message);

        assertThat(failed.statusCode()).isEqualTo(503);
        assertThat(again.statusCode()).isEqualTo(200);
    }

    /** A 2xx means that the row is safe. */
    @Test
    void aMessageThatCannotBeKeptIsSentAgain() {
        var key = newMail();
        var body = amazon.signed(delivery(key)).encode();
        server.db().query("ALTER TABLE inbound_reports ADD CONSTRAINT broken CHECK (kind <> 'Delivery') NOT VALID");

        var failed = server.post(body);
        server.db().query("ALTER TABLE inbound_reports DROP CONSTRAINT broken");
        var again = server.post(body);

        assertThat(failed.statusCode()).isGreaterThanOrEqualTo(500);
        assertThat(again.statusCode()).isEqualTo(200);
        server.awaitStatus(key, "DELIVERED");
    }

    @Test
    void withoutTopicsTheHookIsClosed() {
        try (var closed = InboundServer.closed()) {
            var answer = closed.post(
                    closed.amazon().signed(closed.amazon().notification("{}")).encode());

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("inbound.topics");
            assertThat(closed.amazon().asked()).isEmpty();
        }
    }

    private static EmailKey newMail() {
        return server.mail(project, UUID.randomUUID() + "@site.test");
    }

    private static JsonObject delivery(EmailKey key) {
        return amazon.notification(InboundServer.told(key, "Delivery", "delivery", new JsonObject())
                .encode());
    }

    private static long rows() {
        return server.db().count("SELECT count(*) FROM inbound_reports");
    }
}
