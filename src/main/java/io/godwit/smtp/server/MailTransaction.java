package io.godwit.smtp.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The mail transaction of a session (RFC 5321 §3.3): its sender, its recipients, and the rules for both. */
final class MailTransaction {

    /** Max octets of a path without the brackets (RFC 5321 §4.5.3.1.3). */
    private static final int MAX_PATH_LENGTH = 254;

    /**
     * The reply to a command that changes nothing.
     *
     * @param mistake true: the client did what the protocol forbids, which a session bears only so many times
     */
    record Refusal(String reply, boolean mistake) {}

    private final SmtpServerSettings settings;
    private String from = "";
    private boolean hasSender;
    private final List<String> recipients = new ArrayList<>();

    MailTransaction(SmtpServerSettings settings) {
        this.settings = settings;
    }

    /** Forgets sender and recipients. */
    void reset() {
        from = "";
        hasSender = false;
        recipients.clear();
    }

    /**
     * Answers MAIL, which ends a transaction in progress; empty when the sender is acceptable.
     *
     * @param login whether AUTH is offered
     */
    Optional<Refusal> refuseSender(String line, boolean login) {
        reset();
        var path = SmtpCommandParser.path(line);
        if (!SmtpCommandParser.isMail(line) || path.isEmpty()) {
            return mistake("501 5.5.4 Say MAIL FROM: and a path in angle brackets");
        } else if (!SmtpCommandParser.isUtf8(path.get())) {
            return mistake("553 5.1.7 The address is no UTF-8");
        } else if (path.get().length() > MAX_PATH_LENGTH) {
            return mistake("501 5.1.7 The address is too long");
        } else if (SmtpCommandParser.unknownParameter(line, login).isPresent()) {
            return mistake("555 5.5.4 This parameter belongs to no extension offered here");
        } else if (SmtpCommandParser.declaredSize(line) > settings.size()) {
            return Optional.of(new Refusal("552 5.3.4 The message is too large", false));
        }
        return Optional.empty();
    }

    /** Begins a transaction with the sender of a MAIL command that was not refused. */
    void begin(String line) {
        from = SmtpCommandParser.address(line);
        hasSender = true;
    }

    /** Answers RCPT; empty when the handler may be asked about the recipient. */
    Optional<Refusal> refuseRecipient(String line) {
        var path = SmtpCommandParser.path(line).orElse("");
        if (!hasSender) {
            return mistake("503 5.5.1 MAIL first");
        } else if (!SmtpCommandParser.isRecipient(line)) {
            return mistake("501 5.5.4 Say RCPT TO: and a path in angle brackets");
        } else if (SmtpCommandParser.parameters(line).findAny().isPresent()) {
            return mistake("555 5.5.4 This parameter belongs to no extension offered here");
        } else if (!SmtpCommandParser.isUtf8(path)) {
            return mistake("553 5.1.3 The address is no UTF-8");
        } else if (path.isEmpty() || path.length() > MAX_PATH_LENGTH) {
            return mistake("501 5.1.3 Give an address");
        } else if (recipients.size() == settings.recipients()) {
            return Optional.of(new Refusal("452 4.5.3 Too many recipients", false));
        }
        return Optional.empty();
    }

    void add(String path) {
        recipients.add(path);
    }

    /** Returns whether a sender was accepted. */
    boolean hasBegun() {
        return hasSender;
    }

    String from() {
        return from;
    }

    List<String> recipients() {
        return recipients;
    }

    private static Optional<Refusal> mistake(String reply) {
        return Optional.of(new Refusal(reply, true));
    }
}
