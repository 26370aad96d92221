package io.godwit.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.RsaKeys;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.mailauth.MailAuthenticator.SmtpOrigin;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.james.jdkim.DKIMSigner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what strangers' name servers say, and what is made of it. */
@CloseFields
class MailAuthenticatorTest {

    private static final String MAIL = "From: Ada <ada@example.com>\r\nTo: shop@here.test\r\nSubject: Hello\r\n"
            + "Message-ID: <1@example.com>\r\n\r\nA letter.\r\n";

    private static final SmtpOrigin OWN = origin("192.0.2.25", "ada@example.com");
    private static final SmtpOrigin FOREIGN = origin("198.51.100.1", "ada@example.com");

    private static KeyPair keys;

    private final Vertx vertx = Vertx.vertx();
    private DnsStub stub;
    private DnsResolver dns;
    private MailAuthenticator authenticity;

    @BeforeAll
    static void makeKeys() {
        keys = RsaKeys.fresh();
    }

    @BeforeEach
    void start() throws Exception {
        stub = DnsStub.start();
        stub.txt("example.com", "v=spf1 ip4:192.0.2.0/24 -all");
        var key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
        stub.txt("one._domainkey.example.com", "v=DKIM1; k=rsa; p=" + key.substring(0, 200), key.substring(200));
        stub.txt("_dmarc.example.com", "v=DMARC1; p=reject");
        ask(Duration.ofSeconds(20), Duration.ofSeconds(60));
    }

    private void ask(Duration tryTimeout, Duration lookupTimeout) {
        var servers = List.of(DnsSettings.server(stub.address()));
        dns = new DnsResolver(vertx, new DnsSettings(servers, tryTimeout, lookupTimeout, 50));
        authenticity = new MailAuthenticator(vertx, dns);
    }

    private void askBriefly() {
        authenticity.close().await();
        dns.close().await();
        ask(Duration.ofMillis(300), Duration.ofSeconds(1));
    }

    @Test
    void aMailOfItsOwnServerPasses() {
        assertThat(check(OWN, signed("example.com")))
                .isEqualTo(new AuthResults(AuthResult.PASS, AuthResult.PASS, AuthResult.PASS, List.of("example.com")));
    }

    @Test
    void aForwardedMailPassesByItsSignatureAlone() {
        assertThat(check(FOREIGN, signed("example.com")))
                .isEqualTo(new AuthResults(AuthResult.FAIL, AuthResult.PASS, AuthResult.PASS, List.of("example.com")));
    }

    @Test
    void aForgedMailFails() {
        assertThat(check(FOREIGN, MAIL)).isEqualTo(new AuthResults(AuthResult.FAIL, AuthResult.GRAY, AuthResult.FAIL));
        assertThat(check(FOREIGN, signed("example.com").replace("A letter", "A lie")))
                .isEqualTo(new AuthResults(AuthResult.FAIL, AuthResult.FAIL, AuthResult.FAIL));
    }

    @Test
    void theSignatureOfAnotherDomainDoesNotSpeakForTheAuthor() throws Exception {
        var key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
        stub.txt("one._domainkey.other.test", "v=DKIM1; k=rsa; p=" + key.substring(0, 200), key.substring(200));
        stub.txt("other.test", "v=spf1 ip4:198.51.100.1 -all");

        var authResults = check(origin("198.51.100.1", "x@other.test"), signed("other.test"));

        assertThat(authResults)
                .isEqualTo(new AuthResults(AuthResult.PASS, AuthResult.PASS, AuthResult.FAIL, List.of("other.test")));
    }

    @Test
    void aSubdomainIsOfTheSameOrganisationUnlessThePolicyIsStrict() {
        stub.txt("bounce.example.com", "v=spf1 ip4:192.0.2.25 -all");
        stub.txt("_dmarc.strict.org", "v=DMARC1; p=none; aspf=s");
        stub.txt("bounce.strict.org", "v=spf1 ip4:192.0.2.25 -all");

        var relaxed = check(origin("192.0.2.25", "b@bounce.example.com"), MAIL);
        var strict = check(origin("192.0.2.25", "b@bounce.strict.org"), MAIL.replace("example.com", "strict.org"));

        assertThat(relaxed.dmarc()).isEqualTo(AuthResult.PASS);
        assertThat(strict).isEqualTo(new AuthResults(AuthResult.PASS, AuthResult.GRAY, AuthResult.FAIL));
    }

    @Test
    void customersOfOneSuffixAreNotOneOrganisation() {
        assertThat(MailAuthenticator.isAligned("shop.uk.com", "mail.shop.uk.com"))
                .isTrue();
        assertThat(MailAuthenticator.isAligned("shop.uk.com", "other.uk.com")).isFalse();
        assertThat(MailAuthenticator.isAligned("shop.co.uk", "other.co.uk")).isFalse();
    }

    @Test
    void twoAuthorsAreNone() {
        var two = "From: evil@other.test\r\n" + signed("example.com");

        assertThat(check(OWN, two).dmarc()).isEqualTo(AuthResult.FAIL);
    }

    @Test
    void whoPromisesNothingIsGray() {
        var authResults = check(origin("192.0.2.25", "a@nothing.org"), MAIL.replace("example.com", "nothing.org"));

        assertThat(authResults).isEqualTo(new AuthResults(AuthResult.GRAY, AuthResult.GRAY, AuthResult.GRAY));
    }

    @Test
    void aSilentNameServerIsNoVerdict() {
        askBriefly();
        stub.silent("silent.org");
        stub.silent("_dmarc.silent.org");

        var authResults = check(origin("192.0.2.25", "a@silent.org"), MAIL.replace("example.com", "silent.org"));

        assertThat(authResults)
                .isEqualTo(new AuthResults(
                        AuthResult.PROCESSING_FAILED, AuthResult.GRAY, AuthResult.PROCESSING_FAILED, List.of(), true));
    }

    /** RFC 7489 §4.2: only an identifier of the author's domain says something about the author. */
    @Test
    void aSilentNameServerOfAStrangerSoftensNoForgery() {
        askBriefly();
        stub.silent("one._domainkey.stranger.org");
        stub.silent("stranger.org");

        var withSignature = check(FOREIGN, signed("stranger.org"));
        var withReturnPath = check(origin("198.51.100.1", "a@stranger.org"), MAIL);

        assertThat(withSignature)
                .isEqualTo(new AuthResults(AuthResult.FAIL, AuthResult.PROCESSING_FAILED, AuthResult.FAIL));
        assertThat(withReturnPath)
                .isEqualTo(new AuthResults(AuthResult.PROCESSING_FAILED, AuthResult.GRAY, AuthResult.FAIL));
    }

    @Test
    void aSilentNameServerOfTheAuthorIsNoVerdictAndWhatItsPolicyRefusesIsUnverified() {
        askBriefly();
        stub.txt("_dmarc.lax.org", "v=DMARC1; p=none");
        stub.txt("_dmarc.strict.org", "v=DMARC1; p=quarantine");
        stub.txt("_dmarc.mixed.org", "v=DMARC1; p=none; sp=reject");
        for (var domain : List.of("example.com", "lax.org", "strict.org", "sub.mixed.org")) {
            stub.silent("two._domainkey." + domain);
        }

        var reject = check(FOREIGN, signed("two", "example.com"));
        var none = check(FOREIGN, signed("two", "lax.org").replace("ada@example.com", "ada@lax.org"));
        var quarantine = check(FOREIGN, signed("two", "strict.org").replace("ada@example.com", "ada@strict.org"));
        var below = check(FOREIGN, signed("two", "sub.mixed.org").replace("ada@example.com", "ada@sub.mixed.org"));

        assertThat(List.of(reject, none, quarantine, below))
                .extracting(AuthResults::dmarc)
                .containsOnly(AuthResult.PROCESSING_FAILED);
        assertThat(List.of(reject, none, quarantine, below))
                .extracting(AuthResults::unverified)
                .containsExactly(true, false, true, true);
    }

    @Test
    void whoseVerdictTheAuthorsPolicyDecidesIsUnverifiedWithoutThatPolicyUnlessAligned() {
        askBriefly();
        stub.silent("_dmarc.dark.org");
        stub.txt("dark.org", "v=spf1 ip4:192.0.2.25 -all");
        var mail = MAIL.replace("example.com", "dark.org");

        var own = check(origin("192.0.2.25", "a@dark.org"), mail);
        var foreign = check(origin("198.51.100.1", "a@dark.org"), mail);

        assertThat(List.of(own, foreign)).extracting(AuthResults::dmarc).containsOnly(AuthResult.PROCESSING_FAILED);
        assertThat(List.of(own, foreign)).extracting(AuthResults::unverified).containsExactly(false, true);
    }

    /** The author of a forgery chooses the names that are asked for, and so how long the answers take. */
    @Test
    void signaturesThatUseUpTheTimeDoNotKeepThePolicyFromBeingRead() {
        authenticity.close().await();
        authenticity = new MailAuthenticator(vertx, dns, Duration.ofSeconds(1));
        stub.silent("one._domainkey.slow.org");

        assertThat(check(FOREIGN, signed("slow.org")).dmarc()).isEqualTo(AuthResult.FAIL);
    }

    @Test
    void aRecordThatAsksForeverIsGivenUp() {
        stub.txt("loop.org", "v=spf1 include:loop.org include:loop.org -all");
        stub.txt("exists.org", "v=spf1 " + "exists:%{i}.a.org ".repeat(12) + "-all");

        assertThat(check(origin("192.0.2.25", "a@loop.org"), MAIL).spf()).isEqualTo(AuthResult.GRAY);
        assertThat(check(origin("192.0.2.25", "a@exists.org"), MAIL).spf()).isEqualTo(AuthResult.GRAY);
    }

    @Test
    void aMailHostOfTheDomainMaySendForIt() {
        stub.txt("hosts.org", "v=spf1 mx -all");
        stub.mx("hosts.org", 10, "one.hosts.org").mx("hosts.org", 20, "two.hosts.org");
        stub.address("one.hosts.org", "192.0.2.1").address("two.hosts.org", "192.0.2.25");

        assertThat(spf("192.0.2.25", "a@hosts.org")).isEqualTo(AuthResult.PASS);
        assertThat(spf("198.51.100.1", "a@hosts.org")).isEqualTo(AuthResult.FAIL);
    }

    @Test
    void withoutASenderTheGreetingIsAskedAbout() {
        stub.txt("mx.example.com", "v=spf1 ip4:192.0.2.25 -all");

        assertThat(check(new SmtpOrigin(Optional.of("192.0.2.25"), "mx.example.com", ""), MAIL))
                .isEqualTo(new AuthResults(AuthResult.PASS, AuthResult.GRAY, AuthResult.PASS));
    }

    @Test
    void whateverComesIsJudged() {
        for (var odd :
                List.of("", "\r\n", "From: \r\n\r\n", "DKIM-Signature: v=1; a=x\r\nFrom: <a@b.c>\r\n\r\nx", "\u0000")) {
            assertThat(check(FOREIGN, odd)).isNotNull();
        }
    }

    private AuthResults check(SmtpOrigin origin, String mail) {
        return authenticity
                .check(origin, mail.getBytes(StandardCharsets.ISO_8859_1))
                .await();
    }

    private AuthResult spf(String address, String from) {
        return authenticity.spf(address, from, "mx.unknown.test").await();
    }

    private static SmtpOrigin origin(String address, String from) {
        return new SmtpOrigin(Optional.of(address), "mx.unknown.test", from);
    }

    private static String signed(String domain) {
        return signed("one", domain);
    }

    private static String signed(String selector, String domain) {
        try {
            var template = "v=1; a=rsa-sha256; c=relaxed/relaxed; d=" + domain + "; s=" + selector
                    + "; h=from:to:subject; bh=; b=;";
            var field = new DKIMSigner(template, keys.getPrivate())
                    .sign(new ByteArrayInputStream(MAIL.getBytes(StandardCharsets.ISO_8859_1)));
            return field + "\r\n" + MAIL;
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }
}
