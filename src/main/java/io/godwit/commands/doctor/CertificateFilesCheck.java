package io.godwit.commands.doctor;

import io.godwit.config.Settings;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.smtp.server.KeyPairFiles;
import io.godwit.smtp.server.SmtpServerSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the certificates of the SMTP servers: files that can be read, a key that fits, and some time left. */
record CertificateFilesCheck(Settings settings) implements InstallationCheck {

    private static final Duration EXPIRY_WARNING = Duration.ofDays(14);

    @Override
    public String name() {
        return "certificates";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of("inbound.smtp.", "submission.");
    }

    @Override
    public Future<List<CheckResult>> run(Vertx vertx) {
        return vertx.executeBlocking(() -> results(vertx), false);
    }

    private List<CheckResult> results(Vertx vertx) {
        var results = new ArrayList<CheckResult>();
        settings.inboundMail()
                .smtpServer()
                .map(SmtpServerSettings::certificate)
                .ifPresent(given -> results.add(result(vertx, "inbound.smtp", given, "offers no encryption")));
        if (settings.submission().isOpen()) {
            results.add(result(
                    vertx,
                    "submission",
                    settings.submission().certificate(),
                    "uses a self-made one, which no client trusts"));
        }
        return results;
    }

    private CheckResult result(Vertx vertx, String server, Optional<KeyCertOptions> given, String without) {
        var check = new Check(name(), server);
        return given.filter(PemKeyCertOptions.class::isInstance)
                .map(PemKeyCertOptions.class::cast)
                .map(files -> result(vertx, check, server, files))
                .orElseGet(() -> check.warning(
                        "The server has no certificate and " + without,
                        "Set " + server + ".certificate and " + server + ".key to a certificate for its name."));
    }

    private static CheckResult result(Vertx vertx, Check check, String server, PemKeyCertOptions files) {
        var advice = "Put a certificate of an authority, with its chain, into " + files.getCertPath()
                + " and its key into " + files.getKeyPath() + "; a running Godwit reads them within seconds.";
        try {
            var certificate = KeyPairFiles.read(vertx, files);
            if (!certificate.fits()) {
                return check.failed("The key in " + files.getKeyPath() + " is not that of the certificate", advice);
            }
            return evaluated(check, certificate.start(), certificate.end(), advice);
        } catch (Exception unreadable) {
            return check.failed(
                    "The files of " + server + ".certificate and " + server + ".key cannot be used: "
                            + unreadable.getMessage(),
                    advice);
        }
    }

    private static CheckResult evaluated(Check check, Instant start, Instant end, String advice) {
        var now = Instant.now();
        if (end.isBefore(now)) {
            return check.failed("The certificate ended at " + end, advice);
        }
        if (start.isAfter(now)) {
            return check.failed("The certificate is not valid before " + start, advice);
        }
        return end.isBefore(now.plus(EXPIRY_WARNING))
                ? check.warning("The certificate ends at " + end, advice)
                : check.ok("The certificate is valid until " + end + ", and the key fits");
    }
}
