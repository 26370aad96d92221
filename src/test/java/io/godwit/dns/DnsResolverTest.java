package io.godwit.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.net.DnsStub;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Found, certainly not there, and unknown are told apart, whatever the servers do. */
class DnsResolverTest {

    private final Vertx vertx = Vertx.vertx();
    private DnsStub server;

    /** A resolver with time for an answer that is late because the machine is busy. */
    private DnsResolver dns;

    /** A resolver that gives a server up soon. */
    private DnsResolver impatient;

    @BeforeEach
    void start() throws Exception {
        server = DnsStub.start();
        dns = asking(Duration.ofSeconds(20), Duration.ofSeconds(60), server);
        impatient = asking(Duration.ofMillis(300), Duration.ofSeconds(1), server);
    }

    @AfterEach
    void stop() {
        dns.close().await();
        impatient.close().await();
        server.close();
        vertx.close().await();
    }

    @Test
    void theHostsThatTakeMailComeWithTheirPreference() {
        server.mx("godwit.org", 10, "mx1.godwit.org").mx("godwit.org", 20, "mx2.godwit.org");

        var found = dns.mx("Godwit.org.").await();

        assertThat(found.records()).containsExactly(new Mx(10, "mx1.godwit.org"), new Mx(20, "mx2.godwit.org"));
    }

    @Test
    void theStringsOfATextRecordAreJoined() {
        server.txt("key._domainkey.godwit.org", "v=DKIM1; p=AAAA", "BBBB");

        var found = dns.txt("key._domainkey.godwit.org").await();

        assertThat(found.records()).containsExactly("v=DKIM1; p=AAAABBBB");
    }

    @Test
    void anAliasIsFollowedAndCanBeReadItself() {
        server.cname("www.godwit.org", "web.godwit.net").address("web.godwit.net", "198.51.100.7");

        var alias = dns.cname("www.godwit.org").await();
        var address = dns.a("www.godwit.org").await();

        assertThat(alias.records()).containsExactly("web.godwit.net");
        assertThat(address.records()).extracting("hostAddress").containsExactly("198.51.100.7");
    }

    @Test
    void aMissingNameAndAMissingRecordAreBothCertain() {
        server.address("godwit.org", "198.51.100.7");

        var noRecord = dns.mx("godwit.org").await();
        var noName = dns.mx("nowhere.godwit.org").await();

        assertThat(noRecord.outcome()).isEqualTo(DnsAnswer.Outcome.NO_SUCH_RECORD);
        assertThat(noName.outcome()).isEqualTo(DnsAnswer.Outcome.NO_SUCH_NAME);
    }

    @Test
    void aFailingServerMeansNothingIsKnown() {
        server.failing("godwit.org");

        var answer = dns.mx("godwit.org").await();

        assertThat(answer.isUnknown()).isTrue();
        assertThat(server.queries()).hasSize(2);
    }

    @Test
    void aSilentServerMeansNothingIsKnownInTime() {
        server.silent("godwit.org");
        var before = Instant.now();

        var answer = impatient.mx("godwit.org").await();

        assertThat(answer.isUnknown()).isTrue();
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void theSecondServerIsAskedWhenTheFirstIsSilent() throws Exception {
        try (var silent = DnsStub.start()) {
            silent.silent("godwit.org");
            server.mx("godwit.org", 10, "mx.godwit.org");
            var both = asking(Duration.ofSeconds(1), Duration.ofSeconds(60), silent, server);

            var answer = both.mx("godwit.org").await();

            assertThat(answer.records()).containsExactly(new Mx(10, "mx.godwit.org"));
            both.close().await();
        }
    }

    @Test
    void anAnswerTooLongForAPacketComesOverTcp() {
        server.txt("godwit.org", "x".repeat(200)).truncated("godwit.org");

        var answer = dns.txt("godwit.org").await();

        assertThat(answer.records()).containsExactly("x".repeat(200));
        assertThat(server.queries()).containsExactly("TXT godwit.org", "TXT godwit.org/tcp");
    }

    @Test
    void manyCallersOfOneNameAskOnce() {
        server.mx("godwit.org", 10, "mx.godwit.org");

        var answers = Future.join(IntStream.range(0, 200)
                        .mapToObj(ignored -> dns.mx("godwit.org"))
                        .toList())
                .await();

        assertThat(answers.size()).isEqualTo(200);
        assertThat(server.queries()).containsExactly("MX godwit.org");
    }

    @Test
    void aForgottenNameIsAskedAgain() {
        server.mx("godwit.org", 10, "old.godwit.org");
        dns.mx("godwit.org").await();
        server.remove("godwit.org").mx("godwit.org", 10, "new.godwit.org");

        dns.evict("godwit.org");

        assertThat(dns.mx("godwit.org").await().records()).containsExactly(new Mx(10, "new.godwit.org"));
    }

    @Test
    void questionsUnderWayAreBoundedAndNobodyWaitsLongerThanPromised() {
        var names = IntStream.range(0, 500).mapToObj(i -> "slow" + i + ".org").toList();
        names.forEach(server::silent);
        var before = Instant.now();

        var answers = Future.join(names.stream().map(impatient::mx).toList()).await();

        assertThat(answers.<DnsAnswer<Mx>>list()).allMatch(DnsAnswer::isUnknown);
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(3));
        assertThat(server.queries()).hasSizeLessThan(200);
    }

    @Test
    void aLameServerAForgedAnswerAndALoopOfAliasesSayNothing() {
        server.txt("lame.org", "a").lame("lame.org");
        server.txt("forged.org", "a").forged("forged.org");
        server.cname("loop.org", "pool.org").cname("pool.org", "loop.org");

        var answers = Stream.of("lame.org", "forged.org", "loop.org")
                .map(name -> impatient.txt(name).await());

        assertThat(answers).allMatch(DnsAnswer::isUnknown);
    }

    @Test
    void aServerIsWrittenWithOrWithoutItsPort() {
        var plain = DnsSettings.server("192.0.2.1");
        var withPort = DnsSettings.server("[::1]:5353");

        assertThat(plain.getPort()).isEqualTo(53);
        assertThat(withPort.getPort()).isEqualTo(5353);
        assertThat(withPort.getAddress().isLoopbackAddress()).isTrue();
    }

    private DnsResolver asking(Duration tryTimeout, Duration lookupTimeout, DnsStub... servers) {
        var addresses = List.of(servers).stream()
                .map(stub -> DnsSettings.server(stub.address()))
                .toList();
        return new DnsResolver(vertx, new DnsSettings(addresses, tryTimeout, lookupTimeout, 32));
    }
}
