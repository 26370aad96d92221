package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.api.DomainApi;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.smtp.MimeParsedMessage;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Links in mail carry the host of the sender's domain that was found to lead to us, and no other. */
@CloseFields
class LinkHostTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String HOST = "godwit.example.net";
    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"(https?://[^/\"]+)(/[^\"]*)\"");

    private static final Vertx VERTX = Vertx.vertx();
    private static SmtpSink sink;
    private static DnsStub dns;
    private static TestServer server;
    private static DomainApi domains;

    @BeforeAll
    static void start() throws Exception {
        sink = SmtpSink.start(VERTX);
        dns = DnsStub.start();
        server = start(Map.of());
        domains = new DomainApi(server, dns, server.secretKey(0));
    }

    private static TestServer start(Map<String, String> more) {
        var settings = new HashMap<>(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED", "false",
                "GODWIT_MAIL_HOST", sink.host(),
                "GODWIT_MAIL_PORT", String.valueOf(sink.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_SENDING_PACE", "100",
                "GODWIT_DNS_SERVERS", dns.address(),
                "GODWIT_DOMAINS_CHECKS", "0",
                "GODWIT_DOMAINS_ALLOW_SUBDOMAINS", "true"));
        var http = FreePorts.free();
        settings.put("GODWIT_HTTP_PORT", String.valueOf(http));
        settings.put("GODWIT_PUBLIC_URL", "http://" + HOST + ":" + http);
        settings.putAll(more);
        return TestServer.start(settings);
    }

    /** The mail a reader got. */
    private record Mail(SinkMessage received) {

        String html() {
            return MimeParsedMessage.of(received.bytes()).html();
        }

        /** Those that lead to us, as host and path. */
        List<URI> ours() {
            return ADDRESS.matcher(html())
                    .results()
                    .filter(found -> found.group(2).matches("/(o|c|unsubscribe|subscribe|manage)/.*"))
                    .map(found -> URI.create(found.group(1) + found.group(2)))
                    .toList();
        }

        List<String> bases() {
            return ours().stream().map(Mail::base).distinct().toList();
        }

        URI to(String path) {
            return ours().stream()
                    .filter(address -> address.getPath().startsWith(path))
                    .findFirst()
                    .orElseThrow();
        }

        URI wayOut() {
            return URI.create(received.header("List-Unsubscribe").orElseThrow().replaceAll("[<>]", ""));
        }

        static String base(URI address) {
            return address.getScheme() + "://" + address.getAuthority();
        }
    }

    @Test
    void everyLinkOfAMailCarriesTheHostOfItsDomain() {
        var domain = leading(domains.add());

        var mail = send(domain);

        assertThat(mail.ours()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(mail.bases()).containsExactly(own(domain));
        assertThat(Mail.base(mail.wayOut())).isEqualTo(own(domain));
        assertThat(mail.html()).doesNotContain(HOST);
    }

    /** RFC 8058 §3.1: one click is offered with https alone. */
    @Test
    void withoutTlsNobodyIsOfferedOneClickThere() {
        var domain = leading(domains.add());

        var mail = send(domain);

        assertThat(mail.received().header("List-Unsubscribe")).isPresent();
        assertThat(mail.received().header("List-Unsubscribe-Post")).isEmpty();
    }

    @Test
    void whereTlsEndsBeforeUsLinksAreHttpsAndOneClickIsOffered() {
        try (var other = start(Map.of("GODWIT_DOMAINS_LINK_TLS", "true"))) {
            var calls = new DomainApi(other, dns, other.secretKey(0));
            var domain = leading(calls, calls.add());

            var mail = send(other, domain.getString("domain"));

            assertThat(mail.bases()).containsExactly("https://links." + domain.getString("domain"));
            assertThat(mail.wayOut().getScheme()).isEqualTo("https");
            assertThat(mail.received().header("List-Unsubscribe-Post")).contains("List-Unsubscribe=One-Click");
        }
    }

    @Test
    void linksLeadOnByEitherHost() {
        var domain = leading(domains.add());
        var mail = send(domain);
        var own = mail.wayOut().getAuthority();

        for (var host : List.of(own, HOST + ":" + port())) {
            assertThat(ask(host, "GET", mail.to("/o/"), ""))
                    .startsWith("HTTP/1.1 200")
                    .contains("image/gif");
            assertThat(ask(host, "GET", mail.to("/c/"), ""))
                    .startsWith("HTTP/1.1 302")
                    .containsIgnoringCase("location: https://shop.example/a?b=c");
            assertThat(ask(host, "GET", mail.to("/manage/"), "")).startsWith("HTTP/1.1 200");
            assertThat(ask(host, "GET", mail.wayOut(), "")).startsWith("HTTP/1.1 200");
            assertThat(ask(host, "GET", URI.create(mail.to("/c/") + "A"), "")).startsWith("HTTP/1.1 404");
        }
        assertThat(ask(own, "POST", mail.wayOut(), "List-Unsubscribe=One-Click"))
                .startsWith("HTTP/1.1 200");
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM contacts WHERE email = ? AND NOT subscribed",
                                mail.received().recipient()))
                .isOne();
    }

    static Stream<Arguments> losses() {
        return Stream.<Map.Entry<String, BiConsumer<DnsStub, String>>>of(
                        Map.entry("gone", DnsStub::remove),
                        Map.entry("elsewhere", (stub, host) -> stub.remove(host).cname(host, "other.example")),
                        Map.entry("no alias", (stub, host) -> stub.remove(host).address(host, "127.0.0.1")))
                .map(loss -> Arguments.of(loss.getKey(), loss.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("losses")
    void aHostThatLeadsToUsNoMoreIsNotUsed(String name, BiConsumer<DnsStub, String> loss) {
        var domain = leading(domains.add());
        var before = send(domain);
        loss.accept(dns, links(domain));

        domains.check(domain);

        await().atMost(TIMEOUT).until(() -> send(domain).bases(), List.of(ourAddress())::equals);
        assertThat(before.bases()).containsExactly(own(domain));
        assertThat(ask(before.wayOut().getAuthority(), "GET", before.to("/c/"), ""))
                .startsWith("HTTP/1.1 302");
    }

    @Test
    void anAnswerNobodyGaveTakesNoHostAway() {
        var domain = leading(domains.add());
        dns.silent(links(domain));

        domains.check(domain);

        assertThat(send(domain).bases()).containsExactly(own(domain));
    }

    @Test
    void withoutTheRecordOurOwnAddressIsUsed() {
        var domain = domains.verified();

        var mail = send(domain);

        assertThat(mail.bases()).containsExactly(ourAddress());
        assertThat(Mail.base(mail.wayOut())).isEqualTo(ourAddress());
    }

    /** Neither where it has no record itself, nor for names below the other's domain. */
    @Test
    void anotherProjectsHostIsNeverUsed() {
        var theirs = leading(domains.add()).getString("domain");
        var others = new DomainApi(server, dns, server.secretKey(1));
        var below = others.verified(others.add("eu." + theirs)).getString("domain");
        var same = others.add(theirs);

        var ofOurs = send(server, "eu." + theirs);
        var ofTheirs = send(server, 1, below);
        others.publish(same);
        others.check(same);
        dns.remove("links." + theirs);

        assertThat(ofOurs.bases()).containsExactly("http://links." + theirs + ":" + port());
        assertThat(ofTheirs.bases()).containsExactly(ourAddress());
        assertThat(send(server, 0, theirs).bases()).containsExactly("http://links." + theirs + ":" + port());
    }

    @Test
    void campaignsAndWorkflowsDoTheSame() {
        var domain = leading(domains.add());
        var name = domain.getString("domain");
        var template = template(server, 0, name);
        TestWorkflow.on("joined " + name)
                .then("mail", "SEND_EMAIL", new JsonObject().put("templateId", template))
                .publish(server.database(), server.projectId(0));
        var reader = "reader@" + name;

        call(
                "/v1/track",
                new JsonObject()
                        .put("event", "joined " + name)
                        .put("email", reader)
                        .put("subscribed", true));
        var workflow = mailTo(reader);
        call("/campaigns/" + campaign(name, reader) + "/send", new JsonObject());

        await().atMost(TIMEOUT).until(() -> mails(reader).size() == 2);
        var campaign = new Mail(mails(reader).get(1));
        assertThat(Stream.of(workflow, campaign)).allSatisfy(mail -> {
            assertThat(mail.bases()).containsExactly(own(domain));
            assertThat(Mail.base(mail.wayOut())).isEqualTo(own(domain));
        });
    }

    /** The log shows a mail as it went out. */
    @Test
    void theLogShowsTheHost() {
        var domain = leading(domains.add());
        var mail = send(domain);
        var id = server.database()
                .value("SELECT id FROM emails WHERE to_email = '"
                        + mail.received().recipient() + "'")
                .toString();

        var shown =
                new JsonObject(server.get("/emails/" + id, server.secretKey(0)).body());

        assertThat(shown.getString("body"))
                .contains(own(domain) + "/unsubscribe/")
                .doesNotContain(HOST);
    }

    private static JsonObject leading(JsonObject domain) {
        return leading(domains, domain);
    }

    /** Verified, with its host for links. */
    private static JsonObject leading(DomainApi calls, JsonObject domain) {
        dns.cname(links(domain), HOST);
        return calls.verified(domain);
    }

    private static String links(JsonObject domain) {
        return "links." + domain.getString("domain");
    }

    private static String own(JsonObject domain) {
        return "http://" + links(domain) + ":" + port();
    }

    private static String ourAddress() {
        return "http://" + HOST + ":" + port();
    }

    private static int port() {
        return URI.create(server.baseUrl()).getPort();
    }

    private static Mail send(JsonObject domain) {
        return send(server, domain.getString("domain"));
    }

    private static Mail send(TestServer from, String domain) {
        return send(from, 0, domain);
    }

    /** To somebody new, with a link of the author's and those of ours an author can name. */
    private static Mail send(TestServer from, int project, String domain) {
        var reader = "r" + UUID.randomUUID() + "@reader.example";
        var answer = from.post(
                "/v1/send",
                from.secretKey(project),
                new JsonObject()
                        .put("to", reader)
                        .put("template", template(from, project, domain))
                        .put("subscribed", true));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return mailTo(reader);
    }

    private static String template(TestServer from, int project, String domain) {
        var answer = from.post(
                "/templates",
                from.secretKey(project),
                new JsonObject()
                        .put("name", "News")
                        .put("subject", "News")
                        .put("body", body())
                        .put("from", "news@" + domain)
                        .put("type", "MARKETING"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return new JsonObject(answer.body()).getString("id");
    }

    private static String body() {
        return "<p><a href=\"https://shop.example/a?b=c\">Shop</a> <a href=\"{{manageUrl}}\">More or less</a></p>";
    }

    /** For this reader alone. */
    private static String campaign(String domain, String reader) {
        return call(
                        "/campaigns",
                        new JsonObject()
                                .put("name", domain)
                                .put("subject", "News")
                                .put("body", body())
                                .put("from", "news@" + domain)
                                .put("audienceType", "FILTERED")
                                .put("audienceFilter", new JsonObject("""
                                                {"operator":"AND","conditions":[{"field":"email","operator":"equals","value":"%s"}]}
                                                """.formatted(reader))))
                .getJsonObject("data")
                .getString("id");
    }

    private static JsonObject call(String path, JsonObject body) {
        var answer = server.post(path, server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return new JsonObject(answer.body());
    }

    private static Mail mailTo(String reader) {
        await().atMost(TIMEOUT).until(() -> !mails(reader).isEmpty());
        return new Mail(mails(reader).get(0));
    }

    private static List<SinkMessage> mails(String reader) {
        return sink.messages().stream()
                .filter(mail -> mail.recipient().equals(reader))
                .toList();
    }

    /** By this name; the answer as it is on the wire. */
    private static String ask(String host, String method, URI address, String form) {
        return server.raw("%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n%s"
                .formatted(
                        method,
                        address.getRawPath(),
                        host,
                        form.isEmpty() ? "" : "Content-Type: application/x-www-form-urlencoded\r\n",
                        form.length(),
                        form));
    }
}
