package io.godwit.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the rules of RFC 7208 that concern the answers of name servers: limits, failures and reverse names. */
@CloseFields
class SpfRulesTest {

    private static final String CLIENT = "192.0.2.25";
    private static final String STRANGER = "198.51.100.1";

    private final Vertx vertx = Vertx.vertx();
    private DnsStub stub;
    private DnsResolver dns;
    private MailAuthenticator authenticator;

    @BeforeEach
    void start() throws Exception {
        stub = DnsStub.start();
        var servers = List.of(DnsSettings.server(stub.address()));
        dns = new DnsResolver(vertx, new DnsSettings(servers, Duration.ofSeconds(20), Duration.ofSeconds(60), 50));
        authenticator = new MailAuthenticator(vertx, dns);
    }

    @Test
    void moreThanTenMailHostsAreAnError() {
        stub.txt("ten.org", "v=spf1 mx -all").txt("eleven.org", "v=spf1 mx -all");
        mailHosts("ten.org", 10);
        mailHosts("eleven.org", 11);

        assertThat(spf(CLIENT, "ten.org")).isEqualTo(AuthResult.PASS);
        assertThat(spf(CLIENT, "eleven.org")).isEqualTo(AuthResult.GRAY);
    }

    @Test
    void moreThanTwoNamesWithoutARecordAreAnError() {
        stub.txt("two.org", "v=spf1 a:no1.org a:no2.org ip4:192.0.2.25 -all");
        stub.txt("three.org", "v=spf1 a:no1.org a:no2.org exists:no3.org ip4:192.0.2.25 -all");

        assertThat(spf(CLIENT, "two.org")).isEqualTo(AuthResult.PASS);
        assertThat(spf(CLIENT, "three.org")).isEqualTo(AuthResult.GRAY);
    }

    @Test
    void mailHostsWithoutAnAddressOfTheClientsKindAreNotCounted() {
        stub.txt("hosts.org", "v=spf1 mx ip6:2001:db8::25 -all");
        mailHosts("hosts.org", 4);

        assertThat(spf("2001:db8::25", "hosts.org")).isEqualTo(AuthResult.PASS);
    }

    @Test
    void aMechanismWhoseQueryFailedDecidesNothing() {
        stub.failing("broken.org");
        stub.txt("before.org", "v=spf1 ip4:192.0.2.25 exists:broken.org -all");
        stub.txt("after.org", "v=spf1 exists:broken.org ip4:192.0.2.25 -all");

        assertThat(spf(CLIENT, "before.org")).isEqualTo(AuthResult.PASS);
        assertThat(spf(CLIENT, "after.org")).isEqualTo(AuthResult.PROCESSING_FAILED);
        assertThat(spf(STRANGER, "after.org")).isEqualTo(AuthResult.PROCESSING_FAILED);
    }

    @Test
    void anExplanationThatCannotBeReadChangesNothing() {
        stub.failing("why.org");
        stub.txt("explained.org", "v=spf1 ip4:192.0.2.25 exp=why.org -all");

        assertThat(spf(STRANGER, "explained.org")).isEqualTo(AuthResult.FAIL);
    }

    @Test
    void aNameOfTheClientMustLeadBackToIt() {
        stub.txt("named.org", "v=spf1 ptr -all");
        stub.ptr("25.2.0.192.in-addr.arpa", "mail.named.org").ptr("1.100.51.198.in-addr.arpa", "mail.named.org");
        stub.address("mail.named.org", CLIENT);

        assertThat(spf(CLIENT, "named.org")).isEqualTo(AuthResult.PASS);
        assertThat(spf(STRANGER, "named.org")).isEqualTo(AuthResult.FAIL);
    }

    @Test
    void aReverseZoneThatDoesNotAnswerDoesNotMatch() {
        stub.txt("named.org", "v=spf1 ptr -all");
        stub.failing("25.2.0.192.in-addr.arpa");

        assertThat(spf(CLIENT, "named.org")).isEqualTo(AuthResult.FAIL);
    }

    private void mailHosts(String domain, int count) {
        for (var each = 1; each <= count; each++) {
            stub.mx(domain, each, "mx" + each + "." + domain);
            stub.address("mx" + each + "." + domain, each == count ? CLIENT : "203.0.113." + each);
        }
    }

    private AuthResult spf(String address, String domain) {
        return authenticator.spf(address, "ada@" + domain, "mx.unknown.test").await();
    }
}
