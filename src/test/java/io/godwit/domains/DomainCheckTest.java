package io.godwit.domains;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.godwit.kit.TestServer;
import io.godwit.kit.api.DomainApi;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code GET /domains/:id/verify} beside name servers that do what such servers do. */
@CloseFields
class DomainCheckTest {

    private static DnsStub dns;
    private static TestServer server;
    private static DomainApi domains;

    @BeforeAll
    static void start() throws Exception {
        dns = DnsStub.start();
        server = TestServer.start(Map.of(
                "GODWIT_PUBLIC_URL", "http://godwit.example.net",
                "GODWIT_DNS_SERVERS", dns.address(),
                "GODWIT_DNS_TIMEOUT", "1s",
                "GODWIT_DOMAINS_CHECKS", "10"));
        domains = new DomainApi(server, dns, server.secretKey(0));
    }

    @Test
    void aDomainIsVerifiedByItsPublishedKey() {
        var added = domains.add();

        assertThat(domains.check(added).getString("status")).isEqualTo("Pending");
        domains.publish(added);
        var checked = domains.check(added);

        assertThat(checked.getString("status")).isEqualTo("Success");
        assertThat(checked.getBoolean("verified")).isTrue();
        assertThat(DomainApi.keyRecord(checked).getString("status")).isEqualTo("valid");
        assertThat(domains.get(added).getString("verifiedAt")).isNotNull();
    }

    @Test
    void eachRecordSaysWhatIsWrongWithIt() {
        var added = domains.add();
        var name = added.getString("domain");
        var key = DomainApi.keyRecord(added);
        assertThat(added.getJsonArray("notices")).isEmpty();
        assertThat(added.getString("zoneFile"))
                .contains("bounce." + name + ". 3600 IN MX 10 godwit.example.net.")
                .contains("links." + name + ". 3600 IN CNAME godwit.example.net.");
        dns.txt(key.getString("host"), "v=DKIM1; p=MIIB")
                .mx("bounce." + name, 10, "mx.elsewhere.example")
                .txt("bounce." + name, "v=spf1 include:other.example -all")
                .cname("links." + name, "links.elsewhere.example")
                .txt("_dmarc." + name, "v=DMARC1; p=reject");

        var records = domains.check(added).getJsonArray("records");

        assertThat(records.stream().map(each -> (JsonObject) each))
                .extracting(
                        each -> each.getString("purpose"),
                        each -> each.getString("status"),
                        each -> each.getString("found"),
                        each -> each.getString("problem"))
                .containsExactly(
                        tuple(
                                "dkim",
                                "invalid",
                                "v=DKIM1; p=MIIB",
                                "The key is cut off; it has to be complete, in several strings if need be"),
                        tuple("return-path", "invalid", "10 mx.elsewhere.example", "Mail for this name goes elsewhere"),
                        tuple(
                                "spf",
                                "invalid",
                                "v=spf1 include:other.example -all",
                                "“a:godwit.example.net” is missing in it"),
                        tuple("dmarc", "valid", "v=DMARC1; p=reject", null),
                        tuple("tracking", "invalid", "links.elsewhere.example", "It leads elsewhere"));
    }

    static Stream<Arguments> faults() {
        return Stream.<Map.Entry<String, BiConsumer<DnsStub, String>>>of(
                        Map.entry("SERVFAIL", DnsStub::failing),
                        Map.entry("silence", DnsStub::silent),
                        Map.entry("a lame server", DnsStub::lame),
                        Map.entry("a wrong id", DnsStub::forged),
                        Map.entry("a loop of aliases", (stub, host) -> stub.remove(host)
                                .cname(host, "loop." + host)
                                .cname("loop." + host, host)))
                .map(fault -> Arguments.of(fault.getKey(), fault.getValue()));
    }

    /** Neither does it take a verification, nor does it give one. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void anAnswerNobodyGaveChangesNothing(String name, BiConsumer<DnsStub, String> fault) {
        var verified = domains.verified();
        var pending = domains.add();
        domains.publish(pending);
        Stream.of(verified, pending)
                .forEach(each -> fault.accept(dns, DomainApi.keyRecord(each).getString("host")));

        var before = Instant.now();
        var one = domains.check(verified);
        var other = domains.check(pending);

        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(10));
        assertThat(one.getString("status")).isEqualTo("Success");
        assertThat(DomainApi.keyRecord(one).getString("status")).isEqualTo("valid");
        assertThat(DomainApi.keyRecord(one).getString("problem")).contains("did not answer");
        assertThat(other.getString("status")).isEqualTo("TemporaryFailure");
        assertThat(other.getBoolean("verified")).isFalse();
        assertThat(misses(verified)).isZero();
    }

    @Test
    void anAnswerThatIsCutOrHugeIsReadWhole() {
        var cut = domains.add();
        domains.publish(cut);
        dns.truncated(DomainApi.keyRecord(cut).getString("host"));
        var huge = domains.add();
        var host = DomainApi.keyRecord(huge).getString("host");
        var strings = IntStream.range(0, 250)
                .mapToObj(ignored -> "<b>\r\n\u0001" + "x".repeat(240))
                .toArray(String[]::new);
        dns.txt(host, strings).truncated(host);

        var read = domains.check(cut);
        var refused = DomainApi.keyRecord(domains.check(huge));

        assertThat(read.getString("status")).isEqualTo("Success");
        assertThat(refused.getString("status")).isEqualTo("invalid");
        assertThat(refused.getString("found")).hasSize(500).startsWith("<b>   xxx");
    }

    /** Three looks at different times, however often somebody asks at once. */
    @Test
    void onlyThreeMissesApartTakeAVerificationAway() {
        var domain = domains.verified();
        dns.remove(DomainApi.keyRecord(domain).getString("host"));

        for (int each = 0; each < 4; each++) {
            assertThat(domains.check(domain).getBoolean("verified")).isTrue();
        }
        assertThat(misses(domain)).isEqualTo(1);
        waitForTheNextPeriod(domain);
        assertThat(domains.check(domain).getBoolean("verified")).isTrue();
        waitForTheNextPeriod(domain);
        var last = domains.check(domain);

        assertThat(last.getBoolean("verified")).isFalse();
        assertThat(last.getString("status")).isEqualTo("Pending");
        assertThat(DomainApi.keyRecord(last).getString("status")).isEqualTo("missing");
        assertFailure(domains.send(domain), 403, "FORBIDDEN");
    }

    @Test
    void aRecordThatComesBackBeginsTheCountAnew() {
        var domain = domains.verified();
        dns.remove(DomainApi.keyRecord(domain).getString("host"));
        domains.check(domain);
        waitForTheNextPeriod(domain);
        domains.check(domain);
        assertThat(misses(domain)).isEqualTo(2);

        domains.publish(domain);
        domains.check(domain);

        assertThat(misses(domain)).isZero();
    }

    @Test
    void theProofOfOneProjectIsNotTheOthers() {
        var others = new DomainApi(server, dns, server.secretKey(1));
        var own = domains.add();
        var theirs = others.add(own.getString("domain"));
        domains.publish(own);
        dns.txt(
                DomainApi.keyRecord(theirs).getString("host"),
                DomainApi.keyRecord(own).getString("value"));

        assertThat(domains.check(own).getBoolean("verified")).isTrue();
        assertThat(others.check(theirs).getBoolean("verified")).isFalse();
        dns.remove(DomainApi.keyRecord(theirs).getString("host"));
        others.publish(theirs);
        assertThat(others.check(theirs).getBoolean("verified")).isTrue();
        assertThat(domains.check(own).getBoolean("verified")).isTrue();
    }

    @Test
    void checksAskedForAtOnceAreOneAndTooManyAreRefused() {
        var domain = domains.add();
        var host = DomainApi.keyRecord(domain).getString("host");
        dns.silent(host);

        var callers = Executors.newFixedThreadPool(20);
        var calls = IntStream.range(0, 20)
                .mapToObj(ignored -> CompletableFuture.supplyAsync(
                        () -> domains.ask(domain, "").statusCode(), callers))
                .toList();
        var answers = calls.stream().map(CompletableFuture::join).toList();
        callers.shutdown();
        var asked = asked(host);
        dns.plain(host);
        var later = IntStream.range(0, 12)
                .mapToObj(ignored -> domains.ask(domain, "").statusCode())
                .toList();

        assertThat(answers).allMatch(status -> status == 200);
        assertThat(asked).isLessThanOrEqualTo(2 * 3);
        assertThat(later).contains(200).endsWith(429);
        assertThat(domains.ask(domains.add(), "").statusCode()).isEqualTo(200);
    }

    @Test
    void whoAsksAgainAfterTheAnswerBeginsANewCheck() {
        var domain = domains.add();
        var host = DomainApi.keyRecord(domain).getString("host");
        var checks = 8;

        IntStream.range(0, checks).forEach(each -> domains.check(domain));

        assertThat(asked(host)).isGreaterThanOrEqualTo(checks);
    }

    /** An answer a resolver still remembers does not count where the owner's servers are asked. */
    @Test
    void theServersOfTheZonesOwnerCanBeAskedThemselves() throws Exception {
        try (var owners = DnsStub.start();
                var other = TestServer.start(Map.of(
                        "GODWIT_DNS_SERVERS",
                        dns.address(),
                        "GODWIT_DNS_PORT",
                        owners.address().split(":", 2)[1],
                        "GODWIT_DNS_PRIVATE",
                        "true"))) {
            var calls = new DomainApi(other, owners, other.secretKey(0));
            var domain = calls.add();
            dns.ns(domain.getString("domain"), "ns1.owner.example").address("ns1.owner.example", "127.0.0.1");
            calls.publish(domain);

            var remembered = calls.check(domain);
            var authoritative =
                    new JsonObject(calls.ask(domain, "?authoritative=true").body());

            assertThat(remembered.getString("status")).isEqualTo("Pending");
            assertThat(authoritative.getString("status")).isEqualTo("Success");
            owners.lame(DomainApi.keyRecord(domain).getString("host"));
            assertThat(DomainApi.keyRecord(new JsonObject(
                                    calls.ask(domain, "?authoritative=true").body()))
                            .getString("problem"))
                    .contains("did not answer");
        }
    }

    /** A name server at an address of our own network is nobody's we ask. */
    @Test
    void ownersWithPrivateAddressesAreNotAsked() {
        var domain = domains.verified();
        dns.ns(domain.getString("domain"), "ns1.private.example").address("ns1.private.example", "10.0.0.1");

        var authoritative =
                new JsonObject(domains.ask(domain, "?authoritative=true").body());

        assertThat(authoritative.getString("status")).isEqualTo("Success");
        assertThat(DomainApi.keyRecord(authoritative).getString("problem")).contains("did not answer");
        assertFailure(domains.ask(domain, "?authoritative=perhaps"), 422, "VALIDATION_ERROR");
    }

    @Test
    void theDemosDomainNeedsNoProof() {
        var listed = domains.list().getJsonObject(domains.list().size() - 1);

        var checked = domains.check(listed);

        assertThat(listed.getString("domain")).isEqualTo("example.test");
        assertThat(checked.getString("status")).isEqualTo("Success");
        assertThat(asked(DomainApi.keyRecord(listed).getString("host"))).isZero();
    }

    private static long asked(String host) {
        return dns.queries().stream()
                .filter(query -> query.equals("TXT " + host))
                .count();
    }

    private static long misses(JsonObject domain) {
        return server.database().count("SELECT miss_count FROM domains WHERE id = ?", id(domain));
    }

    private static void waitForTheNextPeriod(JsonObject domain) {
        server.database()
                .query("UPDATE domains SET missed_at = missed_at - INTERVAL '1 hour' WHERE id = ?", id(domain));
    }

    private static UUID id(JsonObject domain) {
        return UUID.fromString(domain.getString("id"));
    }
}
