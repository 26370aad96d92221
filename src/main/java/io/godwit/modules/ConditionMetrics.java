package io.godwit.modules;

import io.godwit.config.Settings;
import io.godwit.sending.pipeline.MailServerState;
import io.godwit.smtp.server.SmtpServerSettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Registers the conditions of a node that operators are alerted about and that no feature measures: readiness, the mail server,
 * the send journal, the disk of the data directory, and the certificates of the settings. Each is read when the metrics are
 * scraped, off the event loops.
 */
record ConditionMetrics(MeterRegistry meters) {

    void bind(BooleanSupplier ready, MailServerState mail, Settings settings) {
        flag("godwit.ready", "1 while GET /health/ready answers 200", ready);
        flag("godwit.mail.server.reachable", "0 while the mail server takes no email", mail::isReachable);
        flag("godwit.journal.writable", "0 while the send journal cannot be written", mail::isJournalWritable);
        new DiskSpaceMetrics(settings.dataDir().toFile()).bindTo(meters);
        certificate("submission", settings.submission().certificate());
        certificate("inbound", settings.inboundMail().smtpServer().flatMap(SmtpServerSettings::certificate));
    }

    private void flag(String name, String description, BooleanSupplier condition) {
        Gauge.builder(name, () -> condition.getAsBoolean() ? 1 : 0)
                .description(description)
                .register(meters);
    }

    private void certificate(String port, Optional<KeyCertOptions> options) {
        if (options.orElse(null) instanceof PemKeyCertOptions pem && pem.getCertPath() != null) {
            var file = new CertificateFile(Path.of(pem.getCertPath()));
            Gauge.builder("godwit.certificate.expires", file::secondsLeft)
                    .tag("port", port)
                    .baseUnit("seconds")
                    .description("Time until the certificate of the settings expires")
                    .register(meters);
        }
    }
}
