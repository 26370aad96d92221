package io.godwit.sending;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.google.common.hash.Hashing;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.rules.MessageRules;
import io.godwit.kit.rules.NodeVerifiers;
import io.godwit.kit.rules.NodeVerifiers.Mail;
import io.godwit.kit.rules.NodeVerifiers.Scene;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.smtp.MimeParsedMessage;
import io.vertx.core.json.JsonObject;
import java.net.IDN;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * One mail of each kind checked independently: by the rules of the wire, and (where Node is) a foreign verifier of DKIM, SPF
 * and DMARC and two foreign parsers.
 */
@CloseFields
class MessageRulesOnTheWireTest {

    private static final List<String> PARSERS = List.of("mailparser", "postalMime");

    private static NodeVerifiers judges;
    private static EmailSamples kinds;

    /** The verifiers run once, for starting them takes longer than their work. */
    private static Map<String, JsonObject> verdicts = Map.of();

    @BeforeAll
    static void send() throws Exception {
        judges = NodeVerifiers.summon();
        kinds = new EmailSamples();
        kinds.sendAll();
    }

    @Test
    void everyMailKeepsTheRulesOfTheWire() {
        assertThat(kinds.kindToMail()).hasSizeGreaterThan(100);
        assertSoftly(
                each -> kinds.kindToMail().forEach((kind, mail) -> each.assertThat(MessageRules.broken(mail.bytes()))
                        .as(kind)
                        .isEmpty()));
    }

    @Test
    void aForeignJudgeHoldsEveryMailForGenuine() {
        assertSoftly(each -> verdicts().forEach((kind, verdict) -> {
            var found = verdict.getJsonObject("authenticity");
            each.assertThat(found.getJsonArray("dkim")).as(kind).hasSize(1);
            each.assertThat(found.getJsonArray("dkim").getJsonObject(0).getString("result"))
                    .as("DKIM of %s: %s", kind, found)
                    .isEqualTo("pass");
            each.assertThat(found.getString("spf"))
                    .as("SPF of %s: %s", kind, found)
                    .isEqualTo("pass");
            each.assertThat(found.getString("dmarc")).as("DMARC of %s", kind).isEqualTo("pass");
        }));
    }

    /** A domain that has published all it was told to needs its signature for DMARC as little as its address. */
    @Test
    void theReturnPathOfAMailIsInLineWithItsSender() {
        assertThat(kinds.kindToMail().get("plain").mailFrom()).endsWith("@bounce." + EmailSamples.SHOP);
        assertThat(kinds.kindToMail().get("international").mailFrom())
                .endsWith("@bounce." + IDN.toASCII(EmailSamples.BOOKSHOP));
        for (var kind : List.of("plain", "international", "campaign-shop", "workflow")) {
            var found = verdicts().get(kind).getJsonObject("authenticity");
            assertThat(found.getString("spfAligned")).as("%s: %s", kind, found).isNotEmpty();
            assertThat(found.getString("dkimAligned")).as("%s: %s", kind, found).isNotEmpty();
        }
    }

    @Test
    void foreignParsersReadWhatTheCallerWrote() {
        assertSoftly(each -> verdicts()
                .forEach((kind, verdict) -> PARSERS.forEach(parser -> {
                    var read = verdict.getJsonObject(parser);
                    var own = MimeParsedMessage.of(kinds.kindToMail().get(kind).bytes());
                    var asked = kinds.kindToSubject()
                            .getOrDefault(kind, own.message().getSubject())
                            .strip();
                    each.assertThat(read.getString("subject"))
                            .as("%s of %s", parser, kind)
                            .isEqualTo(asked);
                    each.assertThat(contact(read, "from"))
                            .as("%s of %s", parser, kind)
                            .isEqualTo(contact(own.from().getName(), own.from().getAddress()));
                    each.assertThat(contact(read, "to"))
                            .as("%s of %s", parser, kind)
                            .isEqualTo(contact(own.to().getName(), own.to().getAddress()));
                    each.assertThat(lines(read.getString("html")))
                            .as("%s of %s", parser, kind)
                            .isEqualTo(lines(own.html()));
                    each.assertThat(lines(read.getString("text")))
                            .as("%s of %s", parser, kind)
                            .isEqualTo(lines(own.text()));
                    each.assertThat(read.getString("messageId"))
                            .isEqualTo("<" + kinds.kindToMail().get(kind).messageId() + ">");
                })));
    }

    @Test
    void foreignParsersFindTheFilesAsTheyWere() {
        for (var parser : PARSERS) {
            var read = verdicts().get("rich").getJsonObject(parser);

            assertThat(contact(read, "from")).isEqualTo("Mudflat \"&\" Sons, Ltd. 🐦 <news@shop.example.org>");
            assertThat(contact(read, "to")).isEqualTo("Ada, Countess of Lovelace <rich@reader.example>");
            assertThat(contact(read, "replyTo")).isEqualTo(" <service@shop.example.org>");
            assertThat(read.getJsonArray("files").stream().map(JsonObject.class::cast))
                    .as(parser)
                    .extracting(file -> file.getString("name") + " " + file.getString("type") + " "
                            + file.getString("disposition") + " " + file.getString("sha256"))
                    .containsExactly(
                            "godwit.png image/png inline " + sha256(EmailSamples.IMAGE),
                            "Geschäftsbedingungen für Kundinnen und Kunden in der Schweiz 📄.pdf application/pdf attachment "
                                    + sha256(EmailSamples.TERMS),
                            "an 'apostrophe'; name=b.txt text/plain attachment " + sha256("Grüße\n".getBytes(UTF_8)),
                            "empty.csv text/csv attachment " + sha256(new byte[] {','}));
            assertThat(read.getJsonArray("files").getJsonObject(0).getString("id"))
                    .isEqualTo("godwit@shop");
        }
    }

    /** A verifier that lets mail pass says little unless it stops something. */
    @Test
    void theForeignJudgeStopsWhatWasChangedOnTheWay() {
        var plain = kinds.kindToMail().get("plain");
        var marketing = kinds.kindToMail().get("template-marketing");
        var changed = List.of(
                changed(plain, "Thank you", "Thank yOu"),
                changed(plain, "Your receipt", "Your Receipt"),
                changed(plain, "From: ", "From: eve@shop.example.org\r\nFrom: "),
                changed(marketing, "One-Click", "Two-Click"),
                changed(marketing, "List-Unsubscribe: <", "List-Unsubscribe: <https://eve.example/> , <"));

        var judged = judges.present().judge(scene("203.0.113.1"), changed);

        assertThat(judged)
                .extracting(verdict -> verdict.getJsonObject("authenticity"))
                .allSatisfy(found -> {
                    assertThat(found.getJsonArray("dkim").getJsonObject(0).getString("result"))
                            .as(found.encode())
                            .isNotEqualTo("pass");
                    assertThat(found.getString("spf")).isIn("fail", "softfail");
                    assertThat(found.getString("dmarc")).isNotEqualTo("pass");
                });
    }

    @Test
    void marketingMailOffersTheWayOutAndOtherMailDoesNot() {
        for (var kind : List.of("template-marketing", "campaign-shop", "campaign-gazette", "workflow")) {
            var mail = kinds.kindToMail().get(kind);
            assertThat(mail.header("List-Unsubscribe")).as(kind).hasValueSatisfying(link -> assertThat(link)
                    .matches("<https://links\\.(" + EmailSamples.SHOP + "|" + EmailSamples.NEWS
                            + ")/unsubscribe/[\\w-]{88}>"));
            assertThat(mail.header("List-Unsubscribe-Post")).as(kind).contains("List-Unsubscribe=One-Click");
            assertThat(mail.header("List-Id")).as(kind).isPresent();
        }
        for (var kind : List.of("plain", "rich", "template-headless", "platform-reset", "platform-invitation")) {
            var mail = kinds.kindToMail().get(kind);
            assertThat(mail.header("List-Unsubscribe")).as(kind).isEmpty();
            assertThat(mail.header("List-Unsubscribe-Post")).as(kind).isEmpty();
            assertThat(mail.header("List-Id")).as(kind).isEmpty();
        }
    }

    /** RFC 8058 §3.1: one POST without a cookie, and no redirect; a scanner that follows links unsubscribes nobody. */
    @Test
    void theWayOutIsOneClickAndALookIsNone() {
        var link = kinds.kindToMail().get("workflow").header("List-Unsubscribe").orElseThrow();
        var path = URI.create(link.substring(1, link.length() - 1)).getPath();
        var looked = kinds.server().get(path, "");
        var stillIn = subscribed("workflow@reader.example");

        var answer = kinds.server()
                .call(
                        "POST",
                        path,
                        "",
                        "List-Unsubscribe=One-Click",
                        "Content-Type",
                        "application/x-www-form-urlencoded");

        assertThat(looked.statusCode()).isEqualTo(200);
        assertThat(stillIn).isTrue();
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        assertThat(subscribed("workflow@reader.example")).isFalse();
    }

    @Test
    void everyAttemptSendsTheSameBytes() {
        var before = kinds.sink().everything().size();
        kinds.sink().rule(SinkPoint.DOT, 2, new SinkBehaviour.Reply("451 4.3.0 Later"));
        kinds.server()
                .post(
                        "/v1/send",
                        kinds.server().secretKey(0),
                        new JsonObject()
                                .put("to", "again@reader.example")
                                .put("from", "hello@" + EmailSamples.SHOP)
                                .put("subject", "Once more")
                                .put("body", "<p><a href=\"https://shop.example.org/\">Shop</a></p>"));

        kinds.sink().next();

        var all = kinds.sink().everything();
        var attempts = all.subList(before, all.size());
        assertThat(attempts)
                .hasSize(3)
                .extracting(SinkMessage::text)
                .containsOnly(attempts.get(0).text());
    }

    private static synchronized Map<String, JsonObject> verdicts() {
        judges.present();
        if (verdicts.isEmpty()) {
            var names = List.copyOf(kinds.kindToMail().keySet());
            var mails = names.stream()
                    .map(kinds.kindToMail()::get)
                    .map(mail -> new Mail(mail.mailFrom(), mail.bytes()))
                    .toList();
            var judged = judges.judge(scene(EmailSamples.OUR_ADDRESS), mails);
            var found = new HashMap<String, JsonObject>();
            for (var at = 0; at < names.size(); at++) {
                found.put(names.get(at), judged.get(at));
            }
            verdicts = found;
        }
        return verdicts;
    }

    private static Scene scene(String ip) {
        return new Scene(kinds.dns().address(), ip, "mail.godwit.example");
    }

    private static Mail changed(SinkMessage mail, String from, String to) {
        assertThat(mail.text()).contains(from);
        var text = mail.text();
        var at = text.indexOf(from);
        return new Mail(
                mail.mailFrom(),
                (text.substring(0, at) + to + text.substring(at + from.length())).getBytes(ISO_8859_1));
    }

    private static boolean subscribed(String email) {
        return (boolean) kinds.server().database().value("SELECT subscribed FROM contacts WHERE email = ?", email);
    }

    private static String contact(JsonObject read, String field) {
        var person = read.getJsonObject(field);
        return contact(person.getString("name"), person.getString("address"));
    }

    /** A name that is only an address is none; domains are compared as they are looked up. */
    private static String contact(String name, String address) {
        var at = address.lastIndexOf('@');
        return (name == null ? "" : name) + " <" + address.substring(0, at + 1) + IDN.toASCII(address.substring(at + 1))
                + ">";
    }

    private static String lines(String text) {
        return text.replace("\r\n", "\n").stripTrailing();
    }

    private static String sha256(byte[] bytes) {
        return Hashing.sha256().hashBytes(bytes).toString();
    }
}
