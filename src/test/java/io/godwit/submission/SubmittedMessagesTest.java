package io.godwit.submission;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages that programs hand in, and what becomes of them. */
@Tag("server")
@CloseFields
class SubmittedMessagesTest {

    private static SubmissionNode node;

    @BeforeAll
    static void start() {
        node = SubmissionNode.start();
    }

    @Test
    void aMessageArrivesOctetForOctetWithOurReturnPathAndSignature() {
        var reader = SubmissionNode.reader();
        var message = SubmissionNode.message(
                "To: " + reader + "\r\nX-Mailer:  two  blanks \r\n\tand a fold\r\nMessage-ID: <own-1@client.test>\r\n"
                        + "DKIM-Signature: v=1; of=the client\r\n",
                "Hello {{name}}\r\n.\r\n..\r\n.dots\r\n\r\ntrailing \t \r\n\r\n\r\n");

        var id = SubmissionNode.id(node.submit(message, reader));

        var received = node.received(reader).get(0);
        assertThat(SubmissionNode.asSubmitted(received)).isEqualTo(message);
        assertThat(received.text())
                .startsWith("DKIM-Signature: v=1; a=rsa-sha256;")
                .contains("d=example.test;");
        assertThat(received.mailFrom()).endsWith("@bounces.godwit.test");
        assertThat(received.header("X-Godwit-Token")).isPresent();
        assertThat(received.text()).doesNotContain("127.0.0.1");
        await().atMost(SubmissionNode.TIMEOUT).until(() -> node.email(id).getString("status"), "SENT"::equals);
        assertThat(node.email(id).getString("messageId")).isEqualTo("own-1@client.test");
        assertThat(node.email(id).getJsonArray("events").getJsonObject(0).getJsonObject("data"))
                .as("its event")
                .contains(Map.entry("messageId", "own-1@client.test"));
    }

    @Test
    void missingFieldsAreAddedAndThoseOfNoUseToReadersAreRemoved() {
        var reader = SubmissionNode.reader();
        var message =
                "Return-Path: <x@y.test>\r\nFrom: shop@example.test\r\nBcc: hidden@example.org,\r\n other@example.org\r\n"
                        + "X-Godwit-Tag: a\r\nTo: undisclosed:;\r\n\r\nHello\r\n";

        var id = SubmissionNode.id(node.submit(message, reader));

        var received = node.received(reader).get(0);
        assertThat(received.header("Date")).isPresent();
        assertThat(received.header("MIME-Version")).contains("1.0");
        assertThat(received.messageId()).contains(id);
        assertThat(received.text())
                .contains("From: shop@example.test\r\nTo: undisclosed:;\r\n\r\nHello\r\n")
                .doesNotContain("hidden", "other@", "Return-Path", "X-Godwit-Tag");
    }

    @Test
    void eightBitTextArrivesAsItIsAndHeadersOutsideAsciiAreEncoded() {
        var reader = SubmissionNode.reader();
        var message = SubmissionNode.message(
                "To: =?UTF-8?Q?J=C3=BCrgen?= <" + reader + ">\r\nX-Note: caf\u00e9 for two\r\n"
                        + "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n",
                "Gr\u00fc\u00dfe aus K\u00f6ln \ud83d\ude80\r\n");
        var octets = new String(message.getBytes(UTF_8), ISO_8859_1);

        try (var caller = node.loggedIn()) {
            caller.say("MAIL FROM:<a@b.test> BODY=8BITMIME SMTPUTF8");
            caller.say("RCPT TO:<" + reader + ">");
            caller.say("DATA");
            assertThat(caller.data(octets)).startsWith("250 ");
        }

        var received = node.received(reader).get(0);
        assertThat(received.text()).endsWith(octets.substring(octets.indexOf("\r\n\r\n")));
        assertThat(received.header("X-Note")).contains("=?UTF-8?B?Y2Fmw6k=?= for two");
        assertThat(node.server().database().value("SELECT data->>'name' FROM contacts WHERE email = ?", reader))
                .isEqualTo("J\u00fcrgen");
    }

    @Test
    void aRecipientOutsideAsciiIsReachedAndStandsInTheHeaderAsItIs() {
        var reader = "j\u00f6rg-" + SubmissionNode.reader();
        var message = SubmissionNode.message(
                "To: \"J\u00f6rg B.\"<" + reader + ">, ada@example.org\r\nCc: J\u00f6rg <ada@example.org>\r\n",
                "Hello\r\n");

        try (var caller = node.loggedIn()) {
            caller.say("MAIL FROM:<a@b.test> SMTPUTF8");
            assertThat(caller.say("RCPT TO:<" + octets(reader) + ">")).startsWith("250 ");
            assertThat(caller.say("RCPT TO:<" + octets("j\u00f6\u200brg@example.org") + ">"))
                    .startsWith("553 5.1.3 ");
            caller.say("DATA");
            assertThat(caller.data(octets(message))).startsWith("250 ");
        }

        var received = node.received(octets(reader)).get(0);
        assertThat(received.header("To"))
                .contains("=?UTF-8?B?SsO2cmcgQi4=?= <" + octets(reader) + ">, ada@example.org");
        assertThat(received.header("Cc")).contains("=?UTF-8?B?SsO2cmc=?= <ada@example.org>");
    }

    @Test
    void anAuthorOutsideAsciiIsRefused() {
        var message = "From: j\u00f6rg@example.test\r\nTo: ada@example.org\r\n\r\nHello\r\n";

        try (var caller = node.loggedIn()) {
            caller.say("MAIL FROM:<a@b.test> SMTPUTF8");
            caller.say("RCPT TO:<" + SubmissionNode.reader() + ">");
            caller.say("DATA");
            assertThat(caller.data(octets(message))).startsWith("550 5.6.7 ").doesNotContain("\u00f6");
        }
    }

    private static String octets(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    /** The second octet of the sharp S in UTF-8 is a control character in Latin-1. */
    @Test
    void aRecipientAtADomainWithASharpSIsReached() {
        var reader = SubmissionNode.reader();
        var recipient = reader.substring(0, reader.indexOf('@')) + "@stra\u00dfe.de";

        try (var caller = node.loggedIn()) {
            caller.say("MAIL FROM:<a@b.test> SMTPUTF8");
            assertThat(caller.say("RCPT TO:<" + new String(recipient.getBytes(UTF_8), ISO_8859_1) + ">"))
                    .startsWith("250 ");
            assertThat(caller.say("RCPT TO:<a\u00f6@b.test>")).startsWith("553 5.1.3");
            assertThat(caller.say("RCPT TO:<a\u0085@b.test>")).startsWith("500 5.5.2");
            assertThat(caller.say("RCPT TO:<a\u00c2\u0085@b.test>")).startsWith("500 5.5.2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n.\n", "\r\n.\n", "\n.\r\n", "\r.\r", "\r\n.\r", "\r.\r\n", "\n.\r", "\r\r\n.\r\r\n"})
    void noSecondMessageIsSmuggledOut(String end) {
        var reader = SubmissionNode.reader();
        var victim = SubmissionNode.reader();
        var inner =
                "MAIL FROM:<evil@example.test>\r\nRCPT TO:<" + victim + ">\r\nDATA\r\nSubject: evil\r\n\r\nevil\r\n";

        var reply = node.submit(SubmissionNode.message("To: " + reader + "\r\n", "first" + end + inner), reader);

        assertThat(reply).startsWith("250 ");
        var received = node.received(reader).get(0).text();
        assertThat(received.replace("\r\n", "")).doesNotContain("\r", "\n");
        assertThat(received).contains("RCPT TO:<" + victim + ">");
        assertThat(node.sink().messages()).noneMatch(mail -> mail.recipients().contains(victim));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From: shop@example.test\r\nno field\r\n\r\nx|554 5.6.0 The header of the message has a line that is no field",
                "From: shop@example.test\r\nSubject: a\r\nSubject: b\r\n\r\nx|554 5.6.0 The header of the message has two fields Subject",
                "Subject: no author\r\n\r\nx|550 5.6.0 ",
                "From: a@example.test, b@example.test\r\n\r\nx|550 5.6.0 ",
                "From: a@example.test\r\nFrom: b@example.test\r\n\r\nx|550 5.6.0 ",
                "From: nobody\r\n\r\nx|550 5.6.0 ",
                "hello|554 5.6.0 ",
                "From: a@elsewhere.test\r\n\r\nx|550 5.7.1 ",
                "From: shop@example.test\r\n\r\nnul \u0000 octet|554 5.6.0 The message has a NUL octet",
                "From: shop@example.test\r\nX-SMTPAPI: {}\r\n\r\nx|550 5.7.1 The header X-SMTPAPI steers the mail server",
                "From: shop@example.test\r\nX-Godwit-Trakcing: true\r\n\r\nx|554 5.6.0 The header X-Godwit-Trakcing is unknown",
                "From: shop@example.test\r\nX-Godwit-Tracking: perhaps\r\n\r\nx|554 5.6.0 ",
                "From: shop@example.test\r\nX-Godwit-Data: [1]\r\n\r\nx|554 5.6.0 ",
                "From: shop@example.test\r\nX-Godwit-Metadata: {\r\n\r\nx|554 5.6.0 ",
                "From: shop@example.test\r\nX-Godwit-Class: urgent\r\n\r\nx|554 5.6.0 ",
                "From: shop@example.test\r\nX-Godwit-Template: 0198f3a2-7c11-7d6e-8a55-2b1f0c9d4e10\r\n\r\nx|554 5.6.0 Template not found",
            })
    void aMessageThatCannotBeSentIsRefusedAtTheDot(String refused) {
        var message = refused.substring(0, refused.indexOf('|'));
        var reader = SubmissionNode.reader();

        var reply = node.submit(message, reader);

        assertThat(reply).startsWith(refused.substring(refused.indexOf('|') + 1));
        assertThat(emailsTo(reader)).isZero();
    }

    @Test
    void theDomainThatIsNotVerifiedIsNamed() {
        assertThat(node.submit("From: a@elsewhere.test\r\n\r\nx", SubmissionNode.reader()))
                .contains("elsewhere.test");
    }

    @Test
    void linesAreAtMostAThousandOctetsAndHopsFifty() {
        var longest = SubmissionNode.message("", "x".repeat(998) + "\r\n");
        var longer = SubmissionNode.message("", "x".repeat(999) + "\r\n");
        var circling = SubmissionNode.message("Received: by a; now\r\n".repeat(51), "x\r\n");

        assertThat(node.submit(longest, SubmissionNode.reader())).startsWith("250 ");
        assertThat(node.submit(longer, SubmissionNode.reader())).startsWith("554 5.6.0 ");
        assertThat(node.submit(circling, SubmissionNode.reader())).startsWith("554 5.4.6 ");
    }

    @Test
    void aHundredRecipientsGetOneEmailEachOfOneStoredMessage() {
        var readers = IntStream.range(0, 100)
                .mapToObj(ignored -> SubmissionNode.reader())
                .toList();
        var message =
                SubmissionNode.message("To: list@example.org\r\nCc: Ada <" + readers.get(1) + ">\r\n", "Hello\r\n");

        var reply = node.submit(message, readers.toArray(String[]::new));

        assertThat(reply).endsWith(" and 99 more");
        readers.forEach(reader -> assertThat(node.received(reader)).hasSize(1));
        assertThat(readers.stream()
                        .map(reader -> node.received(reader).get(0).mailFrom())
                        .distinct())
                .hasSize(100);
        assertThat(node.server()
                        .database()
                        .count(
                                "SELECT count(DISTINCT content_id) FROM emails WHERE to_email = ANY (?::text[])",
                                array(readers)))
                .isEqualTo(1);
    }

    @Test
    void aThousandRecipientsAreTakenAndNotOneMore() {
        var readers = new ArrayList<String>();
        try (var caller = node.loggedIn()) {
            caller.say("MAIL FROM:<a@b.test>");
            for (var number = 0; number < 1_000; number++) {
                readers.add(SubmissionNode.reader());
                caller.write("RCPT TO:<" + readers.get(number) + ">\r\n");
            }
            readers.forEach(ignored -> assertThat(caller.reply()).startsWith("250 "));
            assertThat(caller.say("RCPT TO:<one@example.org>")).startsWith("452 4.5.3");
            caller.say("DATA");
            assertThat(caller.data(SubmissionNode.message("", "x\r\n"))).endsWith(" and 999 more");
        }
        assertThat(node.server()
                        .database()
                        .count("SELECT count(*) FROM emails WHERE to_email = ANY (?::text[])", array(readers)))
                .isEqualTo(1_000);
    }

    @Test
    void anAttachmentOfTenMegabytesArrivesAsItWas() {
        var reader = SubmissionNode.reader();
        var file = new byte[10 << 20];
        new Random(1).nextBytes(file);
        var message = SubmissionNode.message(
                "To: " + reader + "\r\nContent-Type: multipart/mixed; boundary=b\r\n",
                "--b\r\n\r\nHello\r\n--b\r\nContent-Type: application/zip\r\n"
                        + "Content-Disposition: attachment; filename=\"a.zip\"\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                        + Base64.getMimeEncoder().encodeToString(file) + "\r\n--b--\r\n");

        var id = SubmissionNode.id(node.submit(message, reader));

        assertThat(SubmissionNode.asSubmitted(node.received(reader).get(0))).isEqualTo(message);
        assertThat(node.email(id).getJsonArray("attachments"))
                .isEqualTo(new JsonArray()
                        .add(new JsonObject()
                                .put("filename", "a.zip")
                                .put("contentType", "application/zip")
                                .put("disposition", "attachment")
                                .putNull("contentId")
                                .put("size", file.length)));
    }

    @Test
    void theLogShowsTheMessageAsItIsRead() {
        var reader = SubmissionNode.reader();
        var message = SubmissionNode.message(
                "To: Ada <" + reader + ">\r\nReply-To: help@example.test\r\nX-Order: 17\r\nX-Godwit-Tag: receipt\r\n"
                        + "X-Godwit-Metadata: {\"order\":17}\r\nContent-Type: multipart/alternative; boundary=b\r\n",
                "--b\r\nContent-Type: text/plain\r\n\r\nplain {{text}}\r\n--b\r\nContent-Type: text/html\r\n\r\n"
                        + "<p>html</p>\r\n--b--\r\n");

        var email = node.email(SubmissionNode.id(node.submit(message, reader)));

        assertThat(email.getString("subject")).isEqualTo("Your order");
        assertThat(email.getString("text")).isEqualTo("plain {{text}}");
        assertThat(email.getString("body")).isEqualTo("<p>html</p>");
        assertThat(email.getString("replyTo")).isEqualTo("help@example.test");
        assertThat(email.getString("toName")).isEqualTo("Ada");
        assertThat(email.getJsonObject("metadata"))
                .isEqualTo(new JsonObject().put("tag", "receipt").put("order", 17));
        assertThat(email.getJsonObject("headers")).isEqualTo(new JsonObject().put("X-Order", "17"));
        assertThat(email.getJsonObject("recipients")
                        .getJsonArray("to")
                        .getJsonObject(0)
                        .getString("address"))
                .isEqualTo(reader);
    }

    @Test
    void aTemplateTakesThePlaceOfTheText() {
        var created = node.server()
                .post(
                        "/templates",
                        node.key(),
                        new JsonObject()
                                .put("name", "Welcome")
                                .put("subject", "Welcome {{plan}}")
                                .put("body", "<p>Your plan: {{plan}}, {{name}}</p>")
                                .put("type", "TRANSACTIONAL"));
        var template = new JsonObject(created.body()).getString("id");
        var reader = SubmissionNode.reader();
        var message = "From: Shop <shop@example.test>\r\nTo: Ada <" + reader + ">\r\nX-Godwit-Template: " + template
                + "\r\nX-Godwit-Data: {\"plan\":\"large\"}\r\n\r\nnot used\r\n";

        SubmissionNode.id(node.submit(message, reader));

        var received = node.received(reader).get(0);
        assertThat(received.header("Subject")).contains("Welcome large");
        assertThat(received.text()).contains("Your plan: large, Ada").doesNotContain("not used", "X-Godwit-Data");
    }

    @Test
    void trackingIsAddedOnlyWhereItIsAskedFor() {
        var text = "<a href=\"https://example.com/a\">caf&eacute;</a>\r\n";
        var html = SubmissionNode.message("Content-Type: text/html; charset=iso-8859-1\r\n", text);
        var plain = SubmissionNode.reader();
        var tracked = SubmissionNode.reader();

        node.submit(html, plain);
        node.submit("X-Godwit-Tracking: true\r\n" + html, tracked);

        assertThat(node.received(plain).get(0).text()).endsWith("\r\n\r\n" + text);
        var rewritten = node.received(tracked).get(0);
        assertThat(rewritten.header("Content-Transfer-Encoding")).contains("quoted-printable");
        assertThat(rewritten.text().replace("=\r\n", ""))
                .contains("/c/", "/o/", "caf&eacute;")
                .doesNotContain("href=3D\"https://example.com/a\"");
    }

    @Test
    void marketingGoesToSubscribersWithAWayOut() {
        var stranger = SubmissionNode.reader();
        var member = SubmissionNode.reader();
        var message =
                SubmissionNode.message("X-Godwit-Class: marketing\r\nContent-Type: text/html\r\n", "<p>News</p>\r\n");

        var refused = node.submit(message, stranger);
        var accepted = node.submit("X-Godwit-Subscribed: true\r\n" + message, member);

        assertThat(refused).startsWith("550 5.7.1 Marketing email goes to subscribed contacts only");
        assertThat(accepted).startsWith("250 ");
        var received = node.received(member).get(0);
        assertThat(received.header("List-Unsubscribe").orElse("")).contains("/unsubscribe/");
        assertThat(received.header("List-Unsubscribe-Post")).isPresent();
        assertThat(received.header("List-Id")).isPresent();
        assertThat(received.text().replace("=\r\n", "")).contains("/unsubscribe/");
    }

    @Test
    void aSuppressedAddressGetsNothing() {
        var reader = SubmissionNode.reader();
        node.server()
                .database()
                .query(
                        "INSERT INTO suppressions (project_id, email, reason) VALUES (?::uuid, ?, 'MANUAL')",
                        node.server().projectId(0),
                        reader);

        var id = SubmissionNode.id(node.submit(SubmissionNode.message("", "x\r\n"), reader));

        await().atMost(SubmissionNode.TIMEOUT).until(() -> node.email(id).getString("status"), "SUPPRESSED"::equals);
    }

    private static String array(List<String> texts) {
        return "{" + String.join(",", texts) + "}";
    }

    private static long emailsTo(String reader) {
        return node.server().database().count("SELECT count(*) FROM emails WHERE to_email = ?", reader);
    }
}
