package io.godwit.delivery.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.dns.AllowedAddresses;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mail hosts of a domain, from a real resolver that asks a scripted name server. */
@CloseFields
class MxResolverTest {

    private final Vertx vertx = Vertx.vertx();
    private long now;
    private DnsStub server;
    private DnsResolver dns;
    private MxResolver resolver;

    @BeforeEach
    void start() throws Exception {
        server = DnsStub.start();
        dns = new DnsResolver(vertx, DnsSettings.of(List.of(server.address()), Duration.ofSeconds(3)));
        resolver = allowing();
    }

    private MxResolver allowing(String... ranges) {
        return new MxResolver(dns, AllowedAddresses.of(List.of(ranges)), new Random(1), () -> now);
    }

    @Test
    void theHostsComeByPreferenceAndThoseOfOnePreferenceInAnyOrder() {
        server.mx("one.test", 20, "last.one.test")
                .mx("one.test", 10, "a.one.test")
                .mx("one.test", 10, "b.one.test");

        var orders = new HashSet<List<String>>();
        for (var asked = 0; asked < 50; asked++) {
            orders.add(resolver.route("One.test").await().hostNames());
        }

        assertThat(orders)
                .containsExactlyInAnyOrder(
                        List.of("a.one.test", "b.one.test", "last.one.test"),
                        List.of("b.one.test", "a.one.test", "last.one.test"));
    }

    @Test
    void domainsWithTheSameHostsHaveTheSameSiteWhateverTheirPreferences() {
        server.mx("one.test", 10, "A.mail.test").mx("one.test", 20, "b.mail.test");
        server.mx("two.test", 1, "b.mail.test").mx("two.test", 1, "a.mail.test");

        assertThat(resolver.route("one.test").await().site())
                .isEqualTo("a.mail.test,b.mail.test")
                .isEqualTo(resolver.route("two.test").await().site());
    }

    @Test
    void aDomainWithoutAnMxRecordReceivesItsMailItself() {
        server.address("small.test", "198.18.0.1");

        assertThat(resolver.route("small.test").await().hostNames()).containsExactly("small.test");
    }

    @Test
    void aDomainWithANullMxReceivesNoMail() {
        server.mx("null.test", 0, ".");

        assertThat(refusal("null.test").reply())
                .extracting(reply -> reply.code(), reply -> reply.enhanced().orElseThrow())
                .containsExactly(556, "5.1.10");
    }

    /** The octets of a label are the owner's choice (RFC 2181 §11). */
    @Test
    void aNameThatNoHostCanHaveIsPassedBy() {
        var odd = List.of(
                "m\nx.odd.test", "m\u00e4x.odd.test", "m x.odd.test", "a,b.odd.test", "mx;.odd.test", "a:b.odd.test");
        odd.forEach(name -> server.mx("odd.test", 10, name).mx("none.test", 10, name));
        server.mx("odd.test", 20, "mx_1.odd-host.test");

        assertThat(resolver.route("odd.test").await().hostNames()).containsExactly("mx_1.odd-host.test");
        assertThat(refusal("none.test").reply().enhanced()).contains("5.4.4");
    }

    @Test
    void aDomainThatDoesNotExistIsRefusedForGood() {
        assertThat(refusal("missing.test").reply())
                .extracting(reply -> reply.code(), reply -> reply.enhanced().orElseThrow())
                .containsExactly(550, "5.1.2");
    }

    @Test
    void anAddressLiteralIsRefusedForGood() {
        assertThat(refusal("[192.0.2.1]").reply().enhanced()).contains("5.1.3");
    }

    @Test
    void aNameServerThatFailsSaysNothingAboutTheDomain() {
        server.failing("late.test");

        assertThat(refusal("late.test").reply())
                .extracting(reply -> reply.code(), reply -> reply.enhanced().orElseThrow())
                .containsExactly(451, "4.4.3");
    }

    @Test
    void anAnswerOfTheLastDayIsUsedWhileNoNameServerAnswers() {
        server.mx("late.test", 10, "mx.late.test").address("mx.late.test", "1.1.1.1");
        resolver.route("late.test").await();
        resolver.addresses("mx.late.test", AddressFamily.IPV4).await();
        server.failing("late.test").failing("mx.late.test");
        dns.evict("late.test");
        dns.evict("mx.late.test");

        now = Duration.ofHours(23).toNanos();
        assertThat(resolver.route("late.test").await().hostNames()).containsExactly("mx.late.test");
        assertThat(resolver.addresses("mx.late.test", AddressFamily.IPV4).await())
                .hasSize(1);

        now = Duration.ofHours(25).toNanos();
        assertThat(refusal("late.test").reply().code()).isEqualTo(451);
        assertThat(resolver.addresses("mx.late.test", AddressFamily.IPV4).await())
                .isEmpty();
    }

    @Test
    void aliasesAreFollowedAtTheDomainAndAtTheHost() {
        server.cname("alias.test", "real.test")
                .mx("real.test", 10, "mx.real.test")
                .cname("mx.real.test", "host.real.test")
                .address("host.real.test", "1.1.1.1");

        var route = resolver.route("alias.test").await();

        assertThat(route.hostNames()).containsExactly("mx.real.test");
        assertThat(resolver.addresses("mx.real.test", AddressFamily.IPV4).await())
                .extracting(InetAddress::getHostAddress)
                .containsExactly("1.1.1.1");
    }

    @Test
    void aliasesInALoopSayNothingAboutTheDomain() {
        server.cname("a.test", "b.test").cname("b.test", "a.test");

        assertThat(refusal("a.test").reply().code()).isEqualTo(451);
    }

    @Test
    void atMostFiftyHostsAreKept() {
        for (var host = 0; host < 60; host++) {
            server.mx("many.test", host, "mx" + host + ".many.test");
        }

        assertThat(resolver.route("many.test").await().hosts()).hasSize(50);
    }

    @Test
    void anAddressThatIsNotPublicIsNotReturnedUnlessItIsAllowed() {
        server.address("mx.test", "127.0.0.1")
                .address("mx.test", "10.0.0.1")
                .address("mx.test", "169.254.169.254")
                .address("mx.test", "::1")
                .address("mx.test", "fd00::1")
                .address("mx.test", "1.1.1.1")
                .address("mx.test", "2606:4700::1");

        assertThat(addresses(resolver, AddressFamily.IPV4)).containsExactly("1.1.1.1");
        assertThat(addresses(resolver, AddressFamily.IPV6)).containsExactly("2606:4700:0:0:0:0:0:1");
        assertThat(addresses(allowing("127.0.0.0/8"), AddressFamily.IPV4))
                .containsExactlyInAnyOrder("1.1.1.1", "127.0.0.1");
    }

    private static List<String> addresses(MxResolver resolver, AddressFamily family) {
        return resolver.addresses("mx.test", family).await().stream()
                .map(InetAddress::getHostAddress)
                .toList();
    }

    private RoutingException refusal(String domain) {
        return catchThrowableOfType(
                RoutingException.class, () -> resolver.route(domain).await());
    }
}
