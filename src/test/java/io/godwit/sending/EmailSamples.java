package io.godwit.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.DomainApi;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.smtp.RandomText;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One mail of each kind the platform sends, asked for by HTTP requests as its users do, from domains whose DNS says what the
 * platform asked for, and taken by a mail server.
 */
public final class EmailSamples implements AutoCloseable {

    /** The public address of the sender: SPF names it. */
    public static final String OUR_ADDRESS = "192.0.2.25";

    static final String PUBLIC_URL = "https://mail.godwit.example";
    public static final String SHOP = "shop.example.org";
    public static final String BOOKSHOP = "bücher.example.org";
    public static final String NEWS = "news.example.net";
    public static final byte[] IMAGE = noise(17_001);
    public static final byte[] TERMS = noise(120_000);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int RANDOM_MAILS = 100;

    private final Vertx vertx = Vertx.vertx();
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final DnsStub dns;
    private final TestServer server;
    private final Map<String, String> kindToSubject = new LinkedHashMap<>();
    private final Map<String, SinkMessage> kindToMail = new LinkedHashMap<>();

    public EmailSamples() throws Exception {
        dns = DnsStub.start();
        server = TestServer.start(Map.ofEntries(
                Map.entry("GODWIT_MAIL_CATCHER_ENABLED", "false"),
                Map.entry("GODWIT_MAIL_HOST", sink.host()),
                Map.entry("GODWIT_MAIL_PORT", String.valueOf(sink.port())),
                Map.entry("GODWIT_MAIL_TLS", "none"),
                Map.entry("GODWIT_SENDING_PACE", "100"),
                Map.entry("GODWIT_PUBLIC_URL", PUBLIC_URL),
                Map.entry("GODWIT_DOMAINS_LINK_TLS", "true"),
                Map.entry("GODWIT_DNS_SERVERS", dns.address()),
                Map.entry("GODWIT_DOMAINS_SPF", "ip4:" + OUR_ADDRESS),
                Map.entry("GODWIT_INBOUND_RETURN_PATH", "bounces.godwit.example"),
                Map.entry("GODWIT_ACCOUNTS_VERIFY", "true")));
        dns.txt("bounces.godwit.example", "v=spf1 ip4:" + OUR_ADDRESS + " -all");
    }

    static byte[] noise(int length) {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    public DnsStub dns() {
        return dns;
    }

    public TestServer server() {
        return server;
    }

    public SmtpSink sink() {
        return sink;
    }

    /** The content each was created with; those of the platform and of a campaign's design are not in it. */
    public Map<String, String> kindToSubject() {
        return kindToSubject;
    }

    public Map<String, SinkMessage> kindToMail() {
        return kindToMail;
    }

    public void sendAll() {
        List.of(SHOP, BOOKSHOP).forEach(domain -> verified(domain, 0));
        verified(NEWS, 1);
        transactional();
        templates();
        campaigns();
        workflow();
        platform();
        atRandom();
    }

    /** Everything the owner of the domain was told to publish is published, and was found. */
    private void verified(String name, int project) {
        var domains = new DomainApi(server, dns, server.secretKey(project));
        var domain = domains.add(name);
        for (var entry : domain.getJsonArray("records")) {
            var told = (JsonObject) entry;
            switch (told.getString("type")) {
                case "TXT" -> domains.publishRecord(told);
                case "MX" -> dns.mx(told.getString("host"), told.getInteger("priority"), told.getString("value"));
                default -> dns.cname(told.getString("host"), told.getString("value"));
            }
        }
        var checked = domains.check(domain);
        assertThat(checked.getJsonArray("records").stream().map(JsonObject.class::cast))
                .as(checked.encodePrettily())
                .allMatch(told -> told.getString("status").equals("valid"));
        kindToMail.put("platform-" + name, sink.next(TIMEOUT));
    }

    private void transactional() {
        send("plain", "Your receipt", mail("<p>Thank you</p>"));
        send("rich", "🌊 Zoë & <Ada>, the tide is turning – 20 % off", rich());
        send("international", "Grüße aus Köln", mail("<p>Schöne Grüße</p>").put("from", "info@" + BOOKSHOP));
        send("long", "Long " + "line ".repeat(190).strip(), mail("<p>" + "x".repeat(5_000) + "</p>"));
        send("unbroken", "u".repeat(990), mail("<p>Hello</p>"));
        send("emoji", "👩🏽‍🔬".repeat(40), mail("<p>" + "👩🏽‍🔬🏳️‍🌈".repeat(400) + "</p>"));
        send("textless", "Nothing to read", mail("<img src=\"https://shop.example.org/a.png\">"));
        send("perilous", "=?UTF-8?Q?no_word?=", mail("<pre>\n.\n..\n.\nFrom me\n--\n--=_\n=3D=20 \t\n</pre>"));
        send("headed", "Headers", mail("<p>Hello</p>").put("headers", headers()));
        send(
                "smuggled",
                "Hello Eve  Bcc: eve@example.org",
                mail("<p>Hello</p>")
                        .put("subject", "Hello {{name}}")
                        .put("data", new JsonObject().put("name", "Eve\r\nBcc: eve@example.org")));
        send("large", "A whole catalogue", mail(design("shop").repeat(60)).put("tracking", true));
    }

    private static JsonObject rich() {
        var attachments = new JsonArray()
                .add(file("godwit.png", "image/png", IMAGE)
                        .put("disposition", "inline")
                        .put("contentId", "godwit@shop"))
                .add(file(
                        "Geschäftsbedingungen für Kundinnen und Kunden in der Schweiz 📄.pdf",
                        "application/pdf",
                        TERMS))
                .add(file("an 'apostrophe'; name=b.txt", "text/plain", "Grüße\n".getBytes(UTF_8)))
                .add(file("empty.csv", "text/csv", new byte[] {','}));
        return mail("<p>Hello</p><img src=\"cid:godwit@shop\">")
                .put("from", contact("Mudflat \"&\" Sons, Ltd. 🐦", "news@" + SHOP))
                .put("to", contact("Ada, Countess of Lovelace", "rich@reader.example"))
                .put("reply", "service@" + SHOP)
                .put("attachments", attachments);
    }

    private static JsonObject headers() {
        return new JsonObject()
                .put("X-Note", "Frühling " + "und Sommer ".repeat(60).strip())
                .put("X-Long", "w".repeat(900))
                .put("In-Reply-To", "<1@shop.example.org>")
                .put("References", "<0@shop.example.org> <1@shop.example.org>")
                .put("X-Empty", "");
    }

    private void templates() {
        for (var type : List.of("MARKETING", "HEADLESS", "TRANSACTIONAL")) {
            var kind = "template-" + type.toLowerCase(java.util.Locale.ROOT);
            send(
                    kind,
                    "Grüße als " + type,
                    new JsonObject()
                            .put("template", template(0, SHOP, "Grüße als " + type, type))
                            .put("subscribed", true));
        }
    }

    private void campaigns() {
        call(
                1,
                "/contacts",
                new JsonObject().put("email", "designs@reader.example").put("subscribed", true));
        for (var name : List.of("shop", "travel", "gazette", "digest")) {
            var campaign = campaign(name);
            call(1, "/campaigns/" + campaign + "/send", new JsonObject());
            kindToMail.put("campaign-" + name, sink.next(TIMEOUT));
        }
        call(1, "/campaigns/" + campaign("digest") + "/test", new JsonObject().put("email", "boss@reader.example"));
        kindToMail.put("campaign-test", sink.next(TIMEOUT));
    }

    private String campaign(String design) {
        return call(
                        1,
                        "/campaigns",
                        new JsonObject()
                                .put("name", design)
                                .put("subject", "Neues für {{firstName ?? \"Zoë\"}}")
                                .put("body", design(design))
                                .put("from", "letters@" + NEWS)
                                .put("audienceType", "ALL"))
                .getString("id");
    }

    private void workflow() {
        var template = template(0, SHOP, "Willkommen", "MARKETING");
        TestWorkflow.on("joined")
                .then("mail", "SEND_EMAIL", new JsonObject().put("templateId", template))
                .publish(server.database(), server.projectId(0));
        call(
                0,
                "/v1/track",
                new JsonObject()
                        .put("event", "joined")
                        .put("email", "workflow@reader.example")
                        .put("subscribed", true));
        kindToSubject.put("workflow", "Willkommen");
        kindToMail.put("workflow", sink.next(TIMEOUT));
    }

    private void platform() {
        var person = BrowserUser.signedUp(server, "person@reader.example");
        kindToMail.put("platform-verify", sink.next(TIMEOUT));
        publishPlatform();
        server.call(
                "POST",
                "/auth/request-password-reset",
                "",
                new JsonObject().put("email", person.email()).encode());
        kindToMail.put("platform-reset", sink.next(TIMEOUT));
        var demo = BrowserUser.demo(server);
        var invited = demo.post(
                "/projects/" + server.projectId(0) + "/members",
                new JsonObject().put("email", "invited@reader.example").put("role", "MEMBER"));
        assertThat(invited.statusCode()).as(invited.body()).isEqualTo(200);
        kindToMail.put("platform-invitation", sink.next(TIMEOUT));
    }

    /** The operator's own domain is not shown by the API. */
    private void publishPlatform() {
        var domain = server.database()
                .query("SELECT domain, selector, public_key FROM domains WHERE domain = 'mail.godwit.example'")
                .get(0);
        var key = Base64.getEncoder().encodeToString((byte[]) domain.get("public_key"));
        new DomainApi(server, dns, "")
                .publishRecord(new JsonObject()
                        .put("host", domain.get("selector") + "._domainkey." + domain.get("domain"))
                        .put("value", "v=DKIM1; k=rsa; p=" + key));
        dns.txt("_dmarc.mail.godwit.example", "v=DMARC1; p=reject");
    }

    private void atRandom() {
        for (var seed = 0; seed < RANDOM_MAILS; seed++) {
            var random = new Random(seed);
            var kind = "random-" + seed;
            var subject = tame(RandomText.line(random, 200));
            kindToSubject.put(kind, subject);
            call(
                    0,
                    "/v1/send",
                    mail("<p>" + tame(RandomText.text(random, 600)) + "</p>")
                            .put("subject", subject)
                            .put("to", contact(tame(RandomText.line(random, 60)), kind + "@reader.example"))
                            .put("from", contact(tame(RandomText.line(random, 60)), "random@" + SHOP)));
        }
        for (var mail = 0; mail < RANDOM_MAILS; mail++) {
            var received = sink.next(TIMEOUT);
            kindToMail.put(received.recipient().split("@")[0], received);
        }
    }

    /** Nothing a template would take for a placeholder, and not nothing. */
    private static String tame(String text) {
        return "a" + text.replace("{", "(");
    }

    private void send(String kind, String subject, JsonObject words) {
        var body = new JsonObject().put("to", kind + "@reader.example").put("subject", subject);
        call(
                0,
                "/v1/send",
                words.containsKey("template") ? words.put("to", kind + "@reader.example") : body.mergeIn(words));
        kindToSubject.put(kind, subject);
        kindToMail.put(kind, sink.next(TIMEOUT));
    }

    private static JsonObject mail(String html) {
        return new JsonObject().put("from", "hello@" + SHOP).put("body", html).put("tracking", false);
    }

    private String template(int project, String domain, String subject, String type) {
        return call(
                        project,
                        "/templates",
                        new JsonObject()
                                .put("name", subject)
                                .put("subject", subject)
                                .put(
                                        "body",
                                        "<p>Hello</p>" + (type.equals("HEADLESS") ? "" : "<p>{{unsubscribeUrl}}</p>"))
                                .put("from", "team@" + domain)
                                .put("type", type))
                .getString("id");
    }

    private JsonObject call(int project, String path, JsonObject body) {
        HttpResponse<String> answer = server.post(path, server.secretKey(project), body);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return answer.body().startsWith("{") ? new JsonObject(answer.body()) : new JsonObject();
    }

    private static JsonObject contact(String name, String email) {
        return new JsonObject().put("name", name).put("email", email);
    }

    private static JsonObject file(String name, String type, byte[] bytes) {
        return new JsonObject()
                .put("filename", name)
                .put("contentType", type)
                .put("content", Base64.getEncoder().encodeToString(bytes));
    }

    private static String design(String name) {
        try (var file = EmailSamples.class.getResourceAsStream("/newsletters/" + name + ".html")) {
            return new String(file.readAllBytes(), UTF_8).replaceAll("\\[\\[(.+?)]]", "$1");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        server.close();
        dns.close();
        try {
            sink.close();
        } finally {
            vertx.close().await();
        }
    }
}
