package io.godwit.addresses;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.EmailAddress;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.web.body.JsonWriter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdict on an address, with a scripted name server behind it. */
@CloseFields
class AddressVerifierTest {

    private final Vertx vertx = Vertx.vertx();
    private DnsStub names;
    private DnsResolver dns;
    private AddressVerifier verifier;

    @BeforeEach
    void start() throws Exception {
        names = DnsStub.start();
        dns = new DnsResolver(vertx, DnsSettings.of(List.of(names.address()), Duration.ofSeconds(2)));
        verifier = new AddressVerifier(vertx, dns);
    }

    @Test
    void anAddressWhoseDomainTakesMailIsValid() {
        names.mx("godwit.org", 10, "mx.godwit.org").ns("godwit.org", "ns.godwit.org");
        names.address("godwit.org", "93.184.215.14");

        var verdict = verify("ada+news@godwit.org");

        assertThat(verdict)
                .containsEntry("email", "ada+news@godwit.org")
                .containsEntry("valid", true)
                .containsEntry("domainExists", true)
                .containsEntry("hasMxRecords", true)
                .containsEntry("hasWebsite", true)
                .containsEntry("isPlusAddressed", true)
                .containsEntry("isTypo", false)
                .doesNotContainKey("suggestedEmail")
                .containsEntry("reasons", List.of("The address is well-formed and its domain takes mail"));
    }

    @Test
    void aDomainThatDoesNotExistIsCertainlyInvalid() {
        var verdict = verify("ada@nowhere-at-all.org");

        assertThat(verdict)
                .containsEntry("valid", false)
                .containsEntry("domainExists", false)
                .containsEntry("hasMxRecords", false)
                .containsEntry("reasons", List.of("The domain does not exist"));
    }

    @Test
    void aDomainWithoutMxIsInvalidEvenWithAWebsite() {
        names.ns("godwit.org", "ns.godwit.org").address("godwit.org", "2606:2800:220:1::7");

        var verdict = verify("ada@godwit.org");

        assertThat(verdict)
                .containsEntry("valid", false)
                .containsEntry("domainExists", true)
                .containsEntry("hasWebsite", true)
                .containsEntry("reasons", List.of("The domain has no MX records"));
    }

    @Test
    void aNullMxIsADomainThatTakesNoMail() {
        names.mx("godwit.org", 0, ".").ns("godwit.org", "ns.godwit.org").address("godwit.org", "93.184.215.14");

        var verdict = verify("ada@godwit.org");

        assertThat(verdict).containsEntry("valid", false).containsEntry("hasMxRecords", false);
        assertThat(reasons(verdict)).containsExactly("The domain says that it takes no mail (null MX)");
    }

    @Test
    void aMailSubDomainExistsWithoutNameServersOfItsOwn() {
        names.soa("godwit.org").mx("mail.eu.godwit.org", 10, "mx.godwit.org");

        var verdict = verify("ada@mail.eu.godwit.org");

        assertThat(verdict).containsEntry("domainExists", true).containsEntry("valid", true);
    }

    @Test
    void anEmptyNameExistsAsPartOfTheZoneAboveIt() {
        names.soa("godwit.org").empty("eu.godwit.org").empty("mail.eu.godwit.org");

        var verdict = verify("ada@mail.eu.godwit.org");

        assertThat(verdict).containsEntry("domainExists", true).containsEntry("valid", false);
        assertThat(names.queries()).contains("SOA godwit.org").doesNotContain("SOA org", "NS org");
    }

    @Test
    void anEmptyNameWithoutAZoneDoesNotExist() {
        names.empty("godwit.org");

        var verdict = verify("ada@godwit.org");

        assertThat(verdict).containsEntry("domainExists", false).containsEntry("valid", false);
    }

    @Test
    void silenceIsNoFalseDenial() {
        names.silent("godwit.org");
        var before = Instant.now();

        var verdict = verify("ada@godwit.org");

        assertThat(verdict)
                .containsEntry("valid", true)
                .containsEntry("domainExists", true)
                .containsEntry("hasMxRecords", false)
                .containsEntry("hasWebsite", false);
        assertThat(reasons(verdict)).isNotEmpty().allMatch(reason -> reason.startsWith("DNS did not answer"));
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void aFailingServerIsNoFalseDenialEither() {
        names.failing("godwit.org");

        var verdict = verify("ada@godwit.org");

        assertThat(verdict).containsEntry("valid", true).containsEntry("domainExists", true);
    }

    @Test
    void aMistypedDomainComesWithASuggestion() {
        var verdict = verify("ada@gmial.com");

        assertThat(verdict).containsEntry("isTypo", true).containsEntry("suggestedEmail", "ada@gmail.com");
        assertThat(reasons(verdict)).hasSize(2);
    }

    @Test
    void throwAwayAliasAndPersonalDomainsAreToldApart() {
        assertThat(verify("ada@mailinator.com"))
                .containsEntry("isDisposable", true)
                .containsEntry("isPersonalEmail", false);
        assertThat(verify("ada@mozmail.com")).containsEntry("isAlias", true).containsEntry("isDisposable", false);
        assertThat(verify("ada@gmail.com"))
                .containsEntry("isPersonalEmail", true)
                .containsEntry("isDisposable", false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost.localdomain", "godwit.test", "host.invalid", "printer.local", "db.internal", "a.onion"
            })
    void reservedAndPrivateNamesAreNeverLookedUp(String domain) {
        var verdict = verify("ada@" + domain);

        assertThat(names.queries()).isEmpty();
        assertThat(verdict).containsEntry("valid", false).containsEntry("domainExists", false);
        assertThat(reasons(verdict).get(0)).contains("cannot be looked up");
    }

    @Test
    void aPrivateAddressIsNoWebsiteAndNobodyConnectsToIt() throws Exception {
        try (var canary = new ServerSocket(0)) {
            canary.setSoTimeout(300);
            names.mx("godwit.org", 10, "mx.godwit.org")
                    .address("godwit.org", "127.0.0.1")
                    .address("godwit.org", "10.1.2.3")
                    .address("godwit.org", "::1");

            var verdict = verify("ada@godwit.org");

            assertThat(verdict).containsEntry("hasWebsite", false).containsEntry("valid", true);
            Assertions.assertThatThrownBy(canary::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void anInternationalDomainIsLookedUpByItsALabel() {
        names.mx("xn--bcher-kva.de", 10, "mx.xn--bcher-kva.de");

        var verdict = verify("ada@bücher.de");

        assertThat(verdict).containsEntry("valid", true).containsEntry("email", "ada@xn--bcher-kva.de");
    }

    @Test
    void aThousandAtOnceAreAnsweredInTimeThoughHalfTheirDomainsAreSilent() {
        var domains = IntStream.range(0, 1000).mapToObj(i -> "d" + i + ".org").toList();
        IntStream.range(0, 1000).filter(i -> i % 2 == 0).forEach(i -> names.silent("d" + i + ".org"));
        var before = Instant.now();

        var verdicts = Future.join(domains.stream()
                        .map(domain -> verifier.verify(
                                EmailAddress.parse("ada@" + domain).orElseThrow()))
                        .toList())
                .await();

        assertThat(verdicts.size()).isEqualTo(1000);
        // One after the other the silent ones would take minutes.
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(15));
    }

    private Map<String, Object> verify(String email) {
        var report = verifier.verify(EmailAddress.parse(email).orElseThrow()).await();
        return new JsonObject(Buffer.buffer(JsonWriter.bytes(report.findings()))).getMap();
    }

    @SuppressWarnings("unchecked")
    private static List<String> reasons(Map<String, Object> verdict) {
        return (List<String>) verdict.get("reasons");
    }
}
