package io.godwit.config;

import io.godwit.core.EmailAddress;
import io.godwit.inbound.settings.AcceptanceSettings;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.inbound.settings.InboundMailSettings.Mailbox;
import io.godwit.inbound.settings.InboundMailSettings.Protocol;
import io.godwit.smtp.server.SmtpServerSettings;
import io.godwit.web.HttpSettings;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the settings of inbound mail: the SMTP server, the polled mailbox, and the limits of acceptance. */
final class InboundMailSettingsReader {

    private static final int MAX_MESSAGE_BYTES = 50 << 20;

    /** Commands of one SMTP connection, at most; a client that needs more does not come to deliver email. */
    private static final int MAX_COMMANDS = 1_000;

    private static final int MAX_PER_MINUTE = 1_000_000;

    private InboundMailSettingsReader() {}

    static InboundMailSettings of(SettingsReader page, HttpSettings http) {
        return new InboundMailSettings(smtpServer(page, http), mailbox(page), acceptance(page));
    }

    private static AcceptanceSettings acceptance(SettingsReader page) {
        return new AcceptanceSettings(
                page.checked(
                        "inbound.feedback-loops",
                        "domains such as isp.example",
                        () -> domains(page.list("inbound.feedback-loops")),
                        Set.<String>of()),
                page.flag("inbound.unauthenticated"),
                page.number("inbound.smtp.per-client-per-minute", 0, MAX_PER_MINUTE),
                page.number("inbound.per-project-per-minute", 0, MAX_PER_MINUTE));
    }

    private static Set<String> domains(List<String> names) {
        if (!names.stream().allMatch(name -> EmailAddress.parse("x@" + name).isPresent())) {
            throw new IllegalArgumentException("These are no domains: " + names);
        }
        return Set.copyOf(names);
    }

    private static Optional<SmtpServerSettings> smtpServer(SettingsReader page, HttpSettings http) {
        var port = page.number("inbound.smtp.port", 0, 65_535);
        var name = page.optional("inbound.smtp.name")
                .or(() -> page.optional("domains.mx"))
                .orElseGet(() -> OutboundSettingsReader.host(http));
        var settings = new SmtpServerSettings(
                page.required("inbound.smtp.host"),
                port,
                name + " Godwit",
                page.number("inbound.smtp.size", 65_536, MAX_MESSAGE_BYTES),
                page.number("inbound.smtp.max-buffered-bytes", 65_536, Integer.MAX_VALUE),
                page.number("inbound.smtp.connections", 1, 100_000),
                page.number("inbound.smtp.per-client", 1, 100_000),
                page.number("inbound.smtp.recipients", 100, 10_000),
                MAX_COMMANDS,
                page.duration("inbound.smtp.timeout"),
                certificate(page));
        return port == 0 ? Optional.empty() : Optional.of(settings);
    }

    private static Optional<KeyCertOptions> certificate(SettingsReader page) {
        var chain = readable(page, "inbound.smtp.certificate", page.optional("inbound.smtp.certificate"));
        var key = readable(page, "inbound.smtp.key", page.optional("inbound.smtp.key"));
        if (chain.isPresent() != key.isPresent()) {
            page.note("inbound.smtp.certificate (GODWIT_INBOUND_SMTP_CERTIFICATE) and inbound.smtp.key"
                    + " (GODWIT_INBOUND_SMTP_KEY) belong together; give both or none");
        }
        return chain.isPresent() && key.isPresent()
                ? Optional.of(new PemKeyCertOptions().setCertPath(chain.get()).setKeyPath(key.get()))
                : Optional.empty();
    }

    private static Optional<String> readable(SettingsReader page, String name, Optional<String> path) {
        if (path.isPresent() && !Files.isReadable(Path.of(path.get()))) {
            page.mistake(name, "a file that can be read");
        }
        return path;
    }

    private static Optional<Mailbox> mailbox(SettingsReader page) {
        var mailbox = page.optional("inbound.mailbox.protocol")
                .map(ignored -> new Mailbox(
                        page.choice("inbound.mailbox.protocol", Protocol.class),
                        page.required("inbound.mailbox.host"),
                        page.number("inbound.mailbox.port", 0, 65_535),
                        page.required("inbound.mailbox.username"),
                        page.required("inbound.mailbox.password"),
                        page.required("inbound.mailbox.folder"),
                        page.duration("inbound.mailbox.interval"),
                        page.flag("inbound.mailbox.delete"),
                        page.flag("inbound.mailbox.plain"),
                        page.number("inbound.smtp.size", 65_536, MAX_MESSAGE_BYTES)));
        if (mailbox.filter(each -> each.protocol().isPop() && !each.delete()).isPresent()) {
            page.note(
                    "inbound.mailbox.delete (GODWIT_INBOUND_MAILBOX_DELETE) must be true with POP3, which marks nothing as"
                            + " seen");
        }
        return mailbox;
    }
}
