package io.godwit.inbound.mail;

import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.smtp.message.AddressField;
import io.godwit.smtp.message.HeaderSection;
import jakarta.mail.FetchProfile;
import jakarta.mail.Flags;
import jakarta.mail.Flags.Flag;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.search.FlagTerm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
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

/** One connection to the mailbox. Blocks, so it is used on a worker, by one thread at a time. */
final class MailboxConnection {

    private static final Logger LOG = LoggerFactory.getLogger(MailboxConnection.class);

    /** Max messages that one connection reads. */
    private static final int MAX_MESSAGES = 200;

    private static final int MAX_RECIPIENTS = 100;

    /** The time to wait for a connection, a reply and a write. */
    private static final String TIMEOUT_MILLIS = "30000";

    /** Header fields with recipients: first those in which mail systems record the envelope, then the author's. */
    private static final List<String> RECIPIENTS =
            List.of("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc");

    private final InboundMailSettings.Mailbox settings;
    private final Store store;
    private final Folder folder;
    private final List<Integer> numbers;
    private final boolean hasMore;
    private int unread;

    /**
     * A message read from the mailbox.
     *
     * @param from the return path, if it was recorded
     * @param recipients not checked yet
     */
    record FetchedMessage(String from, List<String> recipients, byte[] message) {}

    private MailboxConnection(InboundMailSettings.Mailbox settings, Store store, Folder folder, int skipped)
            throws MessagingException {
        this.settings = settings;
        this.store = store;
        this.folder = folder;
        var waiting = settings.delete() || settings.protocol().isPop()
                ? IntStream.rangeClosed(1, folder.getMessageCount()).boxed().toList()
                : unseen(folder);
        this.numbers = waiting.stream().skip(skipped).limit(MAX_MESSAGES).toList();
        this.hasMore = waiting.size() - skipped > MAX_MESSAGES;
        fetchSizes();
    }

    /**
     * Asks for the sizes of all messages with one command. With POP3 this does nothing, and each size is asked for when its message is
     * read.
     */
    private void fetchSizes() throws MessagingException {
        var sizes = new FetchProfile();
        sizes.add(FetchProfile.Item.SIZE);
        sizes.add(FetchProfile.Item.FLAGS);
        try {
            folder.fetch(
                    folder.getMessages(
                            numbers.stream().mapToInt(Integer::intValue).toArray()),
                    sizes);
        } catch (MessagingException refused) {
            // One damaged message may spoil the reply about all; each is asked for when it is read.
            if (!folder.isOpen()) {
                throw refused;
            }
        }
    }

    /** Lets the server search: messages that are kept there after they were read become many. */
    private static List<Integer> unseen(Folder folder) throws MessagingException {
        return Arrays.stream(folder.search(new FlagTerm(new Flags(Flag.SEEN), false)))
                .map(Message::getMessageNumber)
                .sorted()
                .toList();
    }

    /**
     * Connects and logs in; fails when the server cannot be reached or refuses the login.
     *
     * @param skipped the number of messages, the oldest first, that are not read
     */
    static MailboxConnection open(InboundMailSettings.Mailbox settings, int skipped) throws MessagingException {
        var store = Session.getInstance(properties(settings))
                .getStore(settings.protocol().name().toLowerCase(Locale.ROOT));
        var port = settings.port() == 0 ? -1 : settings.port();
        store.connect(settings.host(), port, settings.username(), settings.password());
        try {
            var folder = store.getFolder(settings.protocol().isPop() ? "INBOX" : settings.folder());
            folder.open(Folder.READ_WRITE);
            return new MailboxConnection(settings, store, folder, skipped);
        } catch (MessagingException | RuntimeException unreadable) {
            store.close();
            throw unreadable;
        }
    }

    /**
     * Returns the session properties: reading marks nothing as seen, and a password is never sent in the clear unless
     * configured.
     */
    private static Properties properties(InboundMailSettings.Mailbox settings) {
        var name = settings.protocol().name().toLowerCase(Locale.ROOT);
        var properties = new Properties();
        for (var each : List.of("connectiontimeout", "timeout", "writetimeout")) {
            properties.setProperty("mail." + name + "." + each, TIMEOUT_MILLIS);
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

    /** Returns the numbers of the messages, the oldest first. */
    List<Integer> numbers() {
        return numbers;
    }

    /** Returns whether the mailbox has more messages behind those that this connection reads. */
    boolean hasMore() {
        return hasMore;
    }

    /**
     * Reads a message; empty for one that is too large. Throws an {@link UnreadableMessageException} when the server gives
     * others but not this one, and any other exception when the connection is lost.
     */
    Optional<FetchedMessage> read(int position) throws MessagingException, IOException, UnreadableMessageException {
        try {
            return fetch(position);
        } catch (MessagingException | IOException failure) {
            if (!folder.isOpen()) {
                throw failure;
            }
            warnOfFirst(position, failure);
            throw new UnreadableMessageException(failure);
        }
    }

    private Optional<FetchedMessage> fetch(int position) throws MessagingException, IOException {
        var message = folder.getMessage(position);
        if (message.getSize() > settings.size()) {
            warnOnce(message);
            return Optional.empty();
        }
        var bytes = new ByteArrayOutputStream(Math.max(32, message.getSize()));
        message.writeTo(bytes);
        if (bytes.size() == 0 && message.getSize() > 0) {
            // The library makes an empty message of an IMAP server's NO, and of an OK without a message.
            throw new MessagingException("Nothing came of a message of " + message.getSize() + " bytes");
        }
        return Optional.of(found(bytes.toByteArray()));
    }

    /** Writes one line for a visit: a damaged mailbox may have many such messages. */
    private void warnOfFirst(int position, Exception cause) {
        if (unread++ == 0) {
            LOG.atWarn()
                    .addKeyValue("number", position)
                    .setCause(cause)
                    .log("The mail server does not give a message of the mailbox; the message stays there");
        }
    }

    /**
     * Writes one line for a message with IMAP, because {@link #done} marks it as seen; with POP3, which has no marks, one for a
     * visit.
     */
    private static void warnOnce(Message message) throws MessagingException {
        if (!message.isSet(Flag.SEEN)) {
            LOG.warn("A message of the mailbox is too large and is left out");
        }
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
                recipients.stream().limit(MAX_RECIPIENTS).toList(),
                message);
    }

    private static List<String> addresses(HeaderSection fields, String name) {
        return AddressField.written(fields.all(name).collect(Collectors.joining(", ")));
    }

    /**
     * Marks a message as deleted or seen, because it is stored or is of no use. Returns whether that takes it away from those
     * that are read: one that is too large is never deleted.
     */
    boolean done(int position) throws MessagingException {
        Message message = folder.getMessage(position);
        var large = message.getSize() > settings.size();
        var deletes = settings.delete() || settings.protocol().isPop();
        if (deletes && !large) {
            message.setFlag(Flag.DELETED, true);
        } else if (!settings.protocol().isPop()) {
            message.setFlag(Flag.SEEN, true);
        }
        return !deletes || !large;
    }

    /** Deletes the marked messages and closes the connection. */
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
