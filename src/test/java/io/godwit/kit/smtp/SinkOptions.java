package io.godwit.kit.smtp;

import io.godwit.kit.net.TestCertificate;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a sink.
 *
 * @param host the loopback address it listens on
 * @param port 0: a free one
 * @param countOnly keeps no messages and no ledger, only counters: for load
 * @param certificate offers STARTTLS with it, or speaks TLS from the first byte when {@code implicitTls}
 * @param userToPassword when there is one, MAIL is refused before AUTH PLAIN or LOGIN
 * @param pipelining whether EHLO says so
 * @param smtpUtf8 whether EHLO says so (RFC 6531)
 */
public record SinkOptions(
        String host,
        int port,
        boolean countOnly,
        Optional<TestCertificate> certificate,
        boolean implicitTls,
        Map<String, String> userToPassword,
        boolean pipelining,
        boolean smtpUtf8) {

    public static SinkOptions plain() {
        return new SinkOptions("127.0.0.1", 0, false, Optional.empty(), false, Map.of(), true, false);
    }

    public SinkOptions counting() {
        return new SinkOptions(host, port, true, certificate, implicitTls, userToPassword, pipelining, smtpUtf8);
    }

    public SinkOptions onPort(int port) {
        return new SinkOptions(host, port, countOnly, certificate, implicitTls, userToPassword, pipelining, smtpUtf8);
    }

    public SinkOptions onHost(String address) {
        return new SinkOptions(
                address, port, countOnly, certificate, implicitTls, userToPassword, pipelining, smtpUtf8);
    }

    public SinkOptions startTls(TestCertificate certificate) {
        return new SinkOptions(
                host, port, countOnly, Optional.of(certificate), false, userToPassword, pipelining, smtpUtf8);
    }

    public SinkOptions implicitTls(TestCertificate certificate) {
        return new SinkOptions(
                host, port, countOnly, Optional.of(certificate), true, userToPassword, pipelining, smtpUtf8);
    }

    public SinkOptions withoutPipelining() {
        return new SinkOptions(host, port, countOnly, certificate, implicitTls, userToPassword, false, smtpUtf8);
    }

    public SinkOptions login(String user, String password) {
        return new SinkOptions(
                host, port, countOnly, certificate, implicitTls, Map.of(user, password), pipelining, smtpUtf8);
    }

    public SinkOptions offeringSmtpUtf8() {
        return new SinkOptions(host, port, countOnly, certificate, implicitTls, userToPassword, pipelining, true);
    }
}
