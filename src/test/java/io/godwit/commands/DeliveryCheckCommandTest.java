package io.godwit.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.TestAuthority;
import io.godwit.kit.net.TestAuthority.Issued;
import io.godwit.kit.net.TimeServer;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The delivery check as the command prints it, beside a double of DNS, a mail server and a time server. */
class DeliveryCheckCommandTest {

    private static final String REVERSE = "10.2.0.192.in-addr.arpa";

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, String> environment = new HashMap<>();
    private DnsStub dns;
    private SmtpSink sink;
    private TimeServer time;

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static Issued endsInTwoDays;
    private SmtpSink own;

    @BeforeAll
    static void certify() {
        authority = TestAuthority.in(folder);
        endsInTwoDays = authority.issue("mail.shop.test");
    }

    /** Makes an installation at which nothing is wrong; each test breaks one thing. */
    @BeforeEach
    void start() throws Exception {
        sink = SmtpSink.start(vertx).unjudged();
        own = SmtpSink.start(vertx, SinkOptions.plain().startTls(endsInTwoDays.store()));
        time = TimeServer.start(vertx);
        dns = DnsStub.start()
                .mx("big.test", 10, "mx.big.test")
                .address("mx.big.test", "127.0.0.1")
                .address("mail.shop.test", "192.0.2.10")
                .ptr(REVERSE, "mail.shop.test")
                .mx("shop.test", 10, "mx.big.test")
                .mx("bounce.shop.test", 10, "mx.big.test")
                .txt("bounce.shop.test", "v=spf1 ip4:192.0.2.10 ~all")
                .txt("key1._domainkey.shop.test", "v=DKIM1; k=rsa; p=MIIB")
                .txt("_dmarc.shop.test", "v=DMARC1; p=none;");
        environment.putAll(Map.of(
                "GODWIT_DATA_DIR",
                folder.toString(),
                "GODWIT_DNS_SERVERS",
                dns.address(),
                "GODWIT_DNS_TIMEOUT",
                "500ms",
                "GODWIT_MAIL_CHECK_TARGET",
                "big.test",
                "GODWIT_MAIL_CHECK_PORT",
                String.valueOf(sink.port()),
                "GODWIT_MAIL_CHECK_NAME",
                "mail.shop.test",
                "GODWIT_MAIL_CHECK_LISTS",
                "list.test",
                "GODWIT_MAIL_CHECK_TIME",
                time.address(),
                "GODWIT_INBOUND_SMTP_PORT",
                String.valueOf(own.port()),
                "GODWIT_INBOUND_SMTP_NAME",
                "mail.shop.test"));
        environment.put("GODWIT_DELIVERY_TLS_AUTHORITIES", authority.file().toString());
    }

    @AfterEach
    void stop() {
        dns.close();
        sink.close();
        own.close();
        time.close();
        vertx.close().await();
    }

    private record Printed(int status, String text) {

        /** The state of a check, and the lines about it. */
        String line(String check) {
            return line(check, "");
        }

        /** The same for a subject that begins so. */
        String line(String check, String subject) {
            var lines = text.lines().toList();
            for (var at = 0; at < lines.size(); at++) {
                if (lines.get(at).matches("\\w+ +" + check + " +" + Pattern.quote(subject) + ".*")) {
                    var advice = at + 1 < lines.size() && lines.get(at + 1).startsWith(" ") ? lines.get(at + 1) : "";
                    return lines.get(at) + advice;
                }
            }
            throw new AssertionError("No line about " + check + " " + subject + " in\n" + text);
        }
    }

    private Printed check(String... domains) {
        var out = new ByteArrayOutputStream();
        var status = new DeliveryCheckCommand().run(environment, List.of(domains), new PrintStream(out, true, UTF_8));
        return new Printed(status, out.toString(UTF_8));
    }

    @Test
    void onlyTheCertificateThatEndsSoonIsToBeReplaced() {
        var printed = check("shop.test:key1");

        for (var check : List.of(
                "port-25", "ehlo-name", "reverse-name", "block-list", "spf", "dkim", "dmarc", "postmaster", "clock")) {
            assertThat(printed.line(check)).startsWith("ok");
        }
        assertThat(printed.line("smtp-tls")).startsWith("warning").contains("ends at");
        assertThat(printed.status()).isZero();
    }

    @Test
    void everyMissingRecordIsNamed() {
        dns.remove(REVERSE)
                .remove("bounce.shop.test")
                .remove("key1._domainkey.shop.test")
                .remove("_dmarc.shop.test");

        var printed = check("shop.test:key1");

        assertThat(printed.line("reverse-name")).startsWith("failed").contains("(PTR) to mail.shop.test");
        assertThat(printed.line("spf")).startsWith("failed").contains("shop.test. TXT \"v=spf1 ip4:192.0.2.10 ~all\"");
        assertThat(printed.line("dkim")).startsWith("failed").contains("key1._domainkey.shop.test. TXT \"v=DKIM1");
        assertThat(printed.line("dmarc")).startsWith("failed").contains("_dmarc.shop.test. TXT \"v=DMARC1; p=none;\"");
        assertThat(printed.status()).isEqualTo(1);
    }

    @Test
    void aReverseNameMustLeadBackAndBeTheOneInTheGreeting() {
        dns.remove(REVERSE).ptr(REVERSE, "elsewhere.test").address("elsewhere.test", "192.0.2.99");
        var unconfirmed = check();
        dns.remove("elsewhere.test").address("elsewhere.test", "192.0.2.10");
        var other = check();

        assertThat(unconfirmed.line("reverse-name")).startsWith("failed").contains("elsewhere.test. A 192.0.2.10");
        assertThat(other.line("reverse-name")).startsWith("warning").contains("greets with mail.shop.test");
    }

    @Test
    void aListedAddressIsSaidAndARefusedQuestionIsNoListing() {
        dns.address("10.2.0.192.list.test", "127.0.0.2");
        var listed = check();
        dns.remove("10.2.0.192.list.test").address("10.2.0.192.list.test", "127.255.255.254");
        var refused = check();

        assertThat(listed.line("block-list")).startsWith("failed").contains("127.0.0.2");
        assertThat(refused.line("block-list")).startsWith("unknown").contains("resolver of your own");
    }

    @Test
    void eachEgressSourceIsCheckedWithItsOwnNameAndAddress() {
        environment.put("GODWIT_MAIL_DIRECT_SOURCES", "127.0.2.1 mail.shop.test, 127.0.2.2 news.shop.test marketing");
        dns.address("news.shop.test", "192.0.2.11").address("11.2.0.192.list.test", "127.0.0.2");

        var printed = check("shop.test:key1");

        for (var source : List.of("127.0.2.1", "127.0.2.2")) {
            assertThat(printed.line("port-25", "big.test from " + source)).startsWith("ok");
        }
        assertThat(printed.line("ehlo-name", "mail.shop.test")).startsWith("ok");
        assertThat(printed.line("ehlo-name", "news.shop.test")).startsWith("ok");
        assertThat(printed.line("reverse-name", "192.0.2.10")).startsWith("ok");
        assertThat(printed.line("reverse-name", "192.0.2.11"))
                .startsWith("failed")
                .contains("(PTR) to news.shop.test");
        assertThat(printed.line("block-list", "192.0.2.10")).startsWith("ok");
        assertThat(printed.line("block-list", "192.0.2.11")).startsWith("failed");
        assertThat(printed.line("spf", "bounce.shop.test from 192.0.2.10")).startsWith("ok");
        assertThat(printed.line("spf", "bounce.shop.test from 192.0.2.11"))
                .startsWith("failed")
                .contains("ip4:192.0.2.11");
    }

    @Test
    void aSourceWhoseAddressIsElsewhereOrNotThatOfItsNameIsNamed() {
        environment.put("GODWIT_MAIL_DIRECT_SOURCES", "5.9.1.10 mail.shop.test");

        var printed = check();

        assertThat(printed.line("port-25")).startsWith("failed").contains("5.9.1.10 is not one of this machine");
        assertThat(printed.line("ehlo-name")).startsWith("failed").contains("mail.shop.test. A 5.9.1.10");
        assertThat(printed.line("reverse-name", "5.9.1.10")).startsWith("failed");
    }

    @Test
    void aPortIsJudgedByTheCertificateItShows() {
        assertThat(inbound(Optional.of(authority.issue(Instant.now().plus(Duration.ofDays(20)), "mail.shop.test"))))
                .startsWith("ok");
        assertThat(inbound(Optional.of(authority.issueExpired("mail.shop.test"))))
                .startsWith("failed")
                .contains("ended at");
        assertThat(inbound(Optional.of(authority.issue("elsewhere.test"))))
                .startsWith("warning")
                .contains("another name");
        assertThat(inbound(Optional.of(authority.selfSigned("mail.shop.test"))))
                .startsWith("warning")
                .contains("No authority");
        assertThat(inbound(Optional.empty())).startsWith("warning").contains("offers no encryption");
        environment.put("GODWIT_INBOUND_SMTP_PORT", "1");
        assertThat(check().line("smtp-tls")).startsWith("unknown").contains("Nothing answers at port 1");
    }

    private String inbound(Optional<Issued> certificate) {
        var options = SinkOptions.plain();
        try (var port = SmtpSink.start(
                vertx,
                certificate.map(issued -> options.startTls(issued.store())).orElse(options))) {
            environment.put("GODWIT_INBOUND_SMTP_PORT", String.valueOf(port.port()));
            return check().line("smtp-tls", "mail.shop.test:" + port.port());
        }
    }

    @Test
    void mailProgramsRefuseACertificateTheyCannotCheck() {
        try (var tls = SmtpSink.start(
                vertx,
                SinkOptions.plain()
                        .implicitTls(authority.selfSigned("mail.shop.test").store()))) {
            environment.put("GODWIT_SUBMISSION_NAME", "mail.shop.test");
            environment.put("GODWIT_SUBMISSION_PORT", String.valueOf(own.port()));
            environment.put("GODWIT_SUBMISSION_TLS_PORT", String.valueOf(tls.port()));

            var printed = check();

            assertThat(printed.line("submission-tls", "mail.shop.test:" + own.port()))
                    .startsWith("warning");
            assertThat(printed.line("submission-tls", "mail.shop.test:" + tls.port()))
                    .startsWith("failed")
                    .contains("submission.certificate");
        }
    }

    @Test
    void aMailServerThatCannotBeReachedMeansPort25IsClosed() {
        environment.put("GODWIT_MAIL_CHECK_PORT", "1");

        var printed = check();

        assertThat(printed.line("port-25")).startsWith("failed").contains("open port 25");
    }

    @Test
    void aRefusedRoleAddressIsNamed() {
        sink.rule(SinkPoint.RCPT, new SinkBehaviour.Reply("550 5.1.1 Nobody"));

        assertThat(check("shop.test").line("postmaster")).startsWith("warning").contains("postmaster@shop.test");
    }

    @Test
    void aWrongClockIsFound() {
        time.ahead(Duration.ofMinutes(10));

        assertThat(check().line("clock")).startsWith("failed").contains("slow");
    }

    @Test
    void silenceOfDnsIsNoVerdict() {
        dns.silent(REVERSE).silent("_dmarc.shop.test");

        var printed = check("shop.test");

        assertThat(printed.line("reverse-name")).startsWith("unknown");
        assertThat(printed.line("dmarc")).startsWith("unknown");
        assertThat(printed.line("dkim")).startsWith("unknown").contains("shop.test:selector");
    }
}
