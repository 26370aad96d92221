package io.godwit.inbound.mail;

import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.inbound.settings.InboundMailSettings.Protocol;
import io.godwit.smtp.message.HeaderSection;
import jakarta.mail.Flags.Flag;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to the mailbox. Blocks, so it is used on a worker, by one at a time. */
final class MailboxConnection {

    private static final Logger LOG = LoggerFactory.getLogger(MailboxConnection.class);

    private static final int MOST = 200;
    private static final int MOST_RECIPIENTS = 100;
    private static final String SILENCE_MILLIS = "30000";

    /** What mail systems write down of the envelope, then what the author wrote. */
    private static final List<String> RECIPIENTS =
            List.of("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc");

    private final InboundMailSettings.Mailbox settings;
    private final Store store;
    private final Folder folder;
    private final List<Integer> places;
    private final boolean hasMore;

    /**
     * A message.
     *
     * @param from the return path, if it was written down
     * @param recipients to be checked
     */
    record FetchedMessage(String from, List<String> recipients, byte[] message) {}

    private MailboxConnection(InboundMailSettings.Mailbox settings, Store store, Folder folder)
            throws MessagingException {
        this.settings = settings;
        this.store = store;
        this.folder = folder;
        var waiting = settings.delete() || settings.protocol().isPop()
                ? IntStream.rangeClosed(1, folder.getMessageCount()).boxed().toList()
                : unseen(folder);
        this.places = waiting.stream().limit(MOST).toList();
        this.hasMore = waiting.size() > MOST;
    }

    private static List<Integer> unseen(Folder folder) throws MessagingException {
        var places = new ArrayList<Integer>();
        for (var message : folder.getMessages()) {
            if (!message.isSet(Flag.SEEN)) {
                places.add(message.getMessageNumber());
            }
        }
        return places;
    }

    /** Fails when the server cannot be reached or does not let us in. */
    static MailboxConnection open(InboundMailSettings.Mailbox settings) throws MessagingException {
        var store = Session.getInstance(properties(settings))
                .getStore(settings.protocol().name().toLowerCase(Locale.ROOT));
        var port = settings.port() == 0 ? -1 : settings.port();
        store.connect(settings.host(), port, settings.username(), settings.password());
        try {
            var folder = store.getFolder(settings.protocol().isPop() ? "INBOX" : settings.folder());
            folder.open(Folder.READ_WRITE);
            return new MailboxConnection(settings, store, folder);
        } catch (MessagingException | RuntimeException unreadable) {
            store.close();
            throw unreadable;
        }
    }

    /** Reading alone marks nothing as seen, and a password goes nowhere in the clear unless that was asked for. */
    private static Properties properties(InboundMailSettings.Mailbox settings) {
        var name = settings.protocol().name().toLowerCase(Locale.ROOT);
        var properties = new Properties();
        for (var each : List.of("connectiontimeout", "timeout", "writetimeout")) {
            properties.setProperty("mail." + name + "." + each, SILENCE_MILLIS);
        }
        properties.setProperty("mail." + name + ".peek", "true");
        properties.setProperty("mail." + name + ".partialfetch", "false");
        properties.setProperty("mail." + name + ".ssl.checkserveridentity", "true");
        if (!settings.protocol().isEncrypted()) {
            properties.setProperty("mail." + name + ".starttls.enable", "true");
            properties.setProperty("mail." + name + ".starttls.required", String.valueOf(!settings.plain()));
        }
        return properties;
    }

    /** Numbers of messages, the oldest first. */
    List<Integer> places() {
        return places;
    }

    /** Whether there are more than one visit takes. */
    boolean hasMore() {
        return hasMore;
    }

    /** Empty for one that is too large or gone. */
    Optional<FetchedMessage> read(int place) throws MessagingException, IOException {
        var message = folder.getMessage(place);
        if (message.getSize() > settings.size()) {
            LOG.warn("A message of the mailbox is too large and is left out");
            return Optional.empty();
        }
        var bytes = new ByteArrayOutputStream(Math.max(32, message.getSize()));
        message.writeTo(bytes);
        return Optional.of(found(bytes.toByteArray()));
    }

    private static FetchedMessage found(byte[] message) {
        var fields = HeaderSection.of(message);
        var recipients = new LinkedHashSet<String>();
        for (var name : RECIPIENTS) {
            recipients.addAll(addresses(fields, name));
        }
        var from = addresses(fields, "Return-Path");
        return new FetchedMessage(
                from.isEmpty() ? "" : from.get(0),
                recipients.stream().limit(MOST_RECIPIENTS).toList(),
                message);
    }

    private static List<String> addresses(HeaderSection fields, String name) {
        var value = fields.all(name).collect(Collectors.joining(", "));
        try {
            var addresses = new ArrayList<String>();
            for (var address : InternetAddress.parseHeader(value, false)) {
                if (address.getAddress() != null && !address.getAddress().isEmpty()) {
                    addresses.add(address.getAddress());
                }
            }
            return addresses;
        } catch (AddressException unreadable) {
            return List.of();
        }
    }

    /** It is kept here now, or of no use to us. */
    @Nullable
    Void done(int place) throws MessagingException {
        Message message = folder.getMessage(place);
        var large = message.getSize() > settings.size();
        if (large || (!settings.delete() && !settings.protocol().isPop())) {
            if (settings.protocol() == Protocol.IMAP || settings.protocol() == Protocol.IMAPS) {
                message.setFlag(Flag.SEEN, true);
            }
        } else {
            message.setFlag(Flag.DELETED, true);
        }
        return null;
    }

    /** What was marked as deleted goes now. */
    @Nullable
    Void leave() throws MessagingException {
        try {
            folder.close(true);
        } finally {
            store.close();
        }
        return null;
    }
}
