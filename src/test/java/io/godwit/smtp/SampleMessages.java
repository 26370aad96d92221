package io.godwit.smtp;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Messages for tests that do not care about their content. */
public final class SampleMessages {

    private SampleMessages() {}

    public static EmailAddress address(String address) {
        return new EmailAddress(address);
    }

    public static NamedAddress mailbox(String name, String address) {
        return new NamedAddress(Optional.of(name), address(address));
    }

    public static Message message() {
        return message("Hello", "<p>Hello there</p>");
    }

    public static Message message(String subject, String html) {
        return new Message(
                "0198c1aa-0000-7000-8000-000000000001.p1@example.test",
                Instant.parse("2026-11-20T10:15:30Z"),
                mailbox("Ada", "ada@example.test"),
                List.of(mailbox("Bob", "bob@example.org")),
                List.of(),
                Optional.empty(),
                subject,
                html,
                Optional.empty(),
                List.of(),
                List.of());
    }

    public static Message with(Message message, List<Header> headers, List<Attachment> attachments) {
        return new Message(
                message.messageId(),
                message.date(),
                message.from(),
                message.to(),
                message.cc(),
                message.replyTo(),
                message.subject(),
                message.html(),
                message.text(),
                headers,
                attachments);
    }

    public static Envelope envelope(String recipient) {
        return new Envelope(address("bounce@example.test"), address(recipient));
    }

    static RelaySettings settings(SmtpSink sink, int connections) {
        return new RelaySettings(
                Optional.of(sink.host()),
                sink.port(),
                Optional.empty(),
                Optional.empty(),
                RelaySettings.Tls.NONE,
                connections,
                Duration.ofSeconds(5),
                false,
                false,
                1000);
    }
}
