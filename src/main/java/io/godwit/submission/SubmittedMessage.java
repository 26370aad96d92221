package io.godwit.submission;

import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.SingleLine;
import io.godwit.smtp.message.AddressField;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.MimeReader;
import io.godwit.smtp.message.RawMessage;
import io.godwit.smtp.message.ReservedHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A message as its client submitted it, read and made ready to be stored: {@code Bcc}, {@code Return-Path} and our own
 * {@code X-Godwit-…} fields are removed, {@code Received} and missing {@code Date} and {@code MIME-Version} are added, bare CR and
 * LF become line ends, and header fields outside ASCII are encoded. Nothing else of it changes.
 *
 * @param names of the recipients that To and Cc show
 * @param messageId the client's own, without brackets
 * @param raw the message to store
 */
record SubmittedMessage(
        NamedAddress from,
        String subject,
        Optional<String> replyTo,
        Map<EmailAddress, String> names,
        SubmissionHeaders headers,
        Optional<String> messageId,
        byte[] raw,
        boolean files) {

    /** Max hops of a message; more mean a mail loop (RFC 5321 §6.3). */
    private static final int MAX_HOPS = 50;

    private static final int MAX_SUBJECT = 998;

    private static final Set<String> REMOVED = Set.of("bcc", "resent-bcc", "return-path");
    private static final Pattern ID = Pattern.compile("<([^<>\\s]{1,900})>");
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.US).withZone(ZoneOffset.UTC);

    /**
     * Reads a message; throws a {@link SubmissionException} that refuses it.
     *
     * @param hop the value of the Received field up to its date
     * @param relayHeaders whether fields that steer the relay are allowed
     */
    static SubmittedMessage of(byte[] received, String hop, Instant now, boolean relayHeaders) {
        var message = parsed(received);
        requireDeliverable(message, relayHeaders);
        var date = DATE.format(now);
        var before = new ArrayList<>(List.of(new Header("Received", hop + "; " + date)));
        if (message.first("Date").isEmpty()) {
            before.add(new Header("Date", date));
        }
        if (message.first("MIME-Version").isEmpty()) {
            before.add(new Header("MIME-Version", "1.0"));
        }
        return new SubmittedMessage(
                author(message),
                SingleLine.of(MimeReader.decoded(message.first("Subject").orElse("")), MAX_SUBJECT),
                addresses(message, "Reply-To").map(one -> one.address().value()).findFirst(),
                names(message),
                SubmissionHeaders.of(message),
                message.first("Message-ID").map(SubmittedMessage::id).filter(id -> !id.isEmpty()),
                message.with(before, SubmittedMessage::isRemoved),
                message.hasAttachments());
    }

    private static RawMessage parsed(byte[] received) {
        try {
            return RawMessage.of(RawMessage.normalized(received));
        } catch (IllegalArgumentException malformed) {
            throw SubmissionException.malformed(String.valueOf(malformed.getMessage()));
        }
    }

    private static void requireDeliverable(RawMessage message, boolean relayHeaders) {
        if (message.all("Received").size() > MAX_HOPS) {
            throw SubmissionException.of("554 5.4.6", "This mail runs in a circle");
        }
        message.names().stream()
                .filter(name -> !relayHeaders && ReservedHeaders.steersRelay(name))
                .findFirst()
                .ifPresent(name -> {
                    throw SubmissionException.of(
                            "550 5.7.1", "The header " + name + " steers the mail server, which is not allowed here");
                });
    }

    private static boolean isRemoved(String name) {
        return REMOVED.contains(name.toLowerCase(Locale.ROOT)) || ReservedHeaders.isOfService(name);
    }

    private static String id(String value) {
        var found = ID.matcher(value);
        return found.find() ? found.group(1) : "";
    }

    /** Returns the one author of the message, by whose domain it is sent. */
    private static NamedAddress author(RawMessage message) {
        var authors = addresses(message, "From").toList();
        if (message.all("From").size() != 1 || authors.size() != 1) {
            throw SubmissionException.of("550 5.6.0", "The message needs one From with one valid address");
        } else if (authors.get(0).address().isInternational()) {
            throw SubmissionException.of(
                    "550 5.6.7",
                    EmailAddress.asciiMistake(authors.get(0).address().value()));
        }
        return authors.get(0);
    }

    private static Map<EmailAddress, String> names(RawMessage message) {
        var addressToName = new HashMap<EmailAddress, String>();
        Stream.of("To", "Cc").flatMap(field -> addresses(message, field)).forEach(one -> one.name()
                .ifPresent(name -> addressToName.putIfAbsent(one.address(), name)));
        return addressToName;
    }

    /** Returns the addresses of a field; none when it cannot be read. */
    private static Stream<NamedAddress> addresses(RawMessage message, String field) {
        return message.all(field).stream().flatMap(value -> AddressField.parse(value).mailboxes().stream());
    }
}
