package io.godwit.delivery.check;

import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.delivery.tls.CertificateAuthorities;
import io.godwit.delivery.tls.ShownCertificate;
import io.godwit.delivery.tls.TlsResult;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.TlsFailure;
import io.godwit.smtp.client.SmtpClient;
import io.godwit.smtp.client.SmtpClientSession;
import io.godwit.smtp.client.SmtpTarget;
import io.godwit.smtp.client.SmtpTimeouts;
import io.godwit.smtp.client.TlsPolicy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Connects to the ports of this node's SMTP servers and judges the encryption they show. */
record OwnPortCheck(Vertx vertx, CertificateAuthorities authorities) {

    private static final Duration EXPIRY_WARNING = Duration.ofDays(14);
    private static final Duration LIMIT = Duration.ofSeconds(10);

    Future<CheckResult> run(OwnPort port) {
        var check = new Check(
                port.service() == OwnPort.Service.RECEIVING ? "smtp-tls" : "submission-tls",
                (port.name().isEmpty() ? port.reachedAt() : port.name()) + ":" + port.port());
        var shown = new ShownCertificate();
        var client = SmtpClient.create(vertx, Optional.empty());
        return Future.<SmtpClientSession>future(
                        opened -> vertx.getOrCreateContext().runOnContext(ignored -> client.open(target(port, shown))
                                .onComplete(opened)))
                .compose(session -> session.quit().otherwiseEmpty().map(evaluated(check, port, shown)))
                .otherwise(error -> failed(check, port, error))
                .eventually(client::close);
    }

    private static SmtpTarget target(OwnPort port, ShownCertificate shown) {
        var mode = port.implicitTls() ? RelaySettings.Tls.IMPLICIT : RelaySettings.Tls.REQUIRED;
        return new SmtpTarget(
                port.name().isEmpty() ? port.reachedAt() : port.name(),
                port.reachedAt(),
                port.port(),
                "localhost",
                new TlsPolicy(mode, shown.options(), "none"),
                Optional.empty(),
                SmtpTimeouts.within(LIMIT));
    }

    private CheckResult evaluated(Check check, OwnPort port, ShownCertificate shown) {
        var end = shown.certificate()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .orElse(Instant.MAX);
        var advice = "Put a certificate of an authority for " + port.name() + ", with its chain, into the file of "
                + port.service().settings() + ".certificate; it is read again within seconds.";
        if (end.isBefore(Instant.now())) {
            return check.failed("The certificate ended at " + end, advice);
        }
        var refusal = shown.refusal(authorities, port.name());
        if (refusal.isPresent()) {
            var finding = finding(refusal.get(), port);
            return port.service() == OwnPort.Service.SUBMISSION
                    ? check.failed(finding + ", so mail programs refuse it", advice)
                    : check.warning(finding + ", so senders that check it (MTA-STS) do not deliver", advice);
        }
        return end.isBefore(Instant.now().plus(EXPIRY_WARNING))
                ? check.warning("The certificate ends at " + end, advice)
                : check.ok("The port is encrypted, and its certificate is valid until " + end);
    }

    private static String finding(TlsResult refusal, OwnPort port) {
        return switch (refusal) {
            case CERTIFICATE_HOST_MISMATCH -> "The certificate is for another name than " + port.name();
            case CERTIFICATE_EXPIRED -> "The certificate, or one of its chain, is not valid today";
            default -> "No authority vouches for the certificate";
        };
    }

    private static CheckResult failed(Check check, OwnPort port, Throwable error) {
        if (error instanceof SmtpException failure && failure.tlsFailure().isPresent()) {
            return failure.tlsFailure().get().kind() == TlsFailure.Kind.NOT_OFFERED
                    ? check.warning(
                            "The port offers no encryption",
                            "Set " + port.service().settings() + ".certificate and "
                                    + port.service().settings() + ".key to a certificate for its name.")
                    : check.failed(
                            "The port cannot be encrypted: " + failure.getMessage(),
                            "Read in the log of this server why, and check its certificate and key.");
        }
        if (error instanceof SmtpException failure && failure.reply().isPresent()) {
            return check.failed(
                    "The port refuses this machine: "
                            + failure.reply().get().code() + " "
                            + failure.reply().get().text(),
                    "Read in the log of this server why.");
        }
        return check.unknown(
                "Nothing answers at port " + port.port() + " of this machine",
                "Start Godwit here and check again; if it runs, read in its log why it does not listen.");
    }
}
