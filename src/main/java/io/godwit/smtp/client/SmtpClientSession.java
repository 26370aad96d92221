package io.godwit.smtp.client;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpEvidence;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.TlsFacts;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One connection to a mail server that carries messages one after the other. Where the server offers PIPELINING, MAIL, RCPT and
 * DATA go out together, and those of the next message together with the content of the one before (RFC 2920 §3.1): a message
 * then costs one round trip.
 *
 * <p>A session belongs to the context it was opened on; its methods must be called there.
 */
public final class SmtpClientSession {

    /** Max octets of content written at once; the rest of a longer message waits until the socket has taken them. */
    private static final int CHUNK = 64 * 1024;

    /** The time a server may take at the final dot for the next message to wait behind it. */
    private static final Duration QUICK_DOT = Duration.ofSeconds(1);

    /** The time to wait for the reply to QUIT, which decides nothing. */
    private static final Duration QUIT_TIMEOUT = Duration.ofSeconds(5);

    private final OpenConnection connection;
    private final SmtpChannel channel;
    private final TransmissionQueue transmissions = new TransmissionQueue();
    private final int maxMessages;
    private final Runnable onBadPipelining;
    private final SessionEvidence evidence;
    private Runnable onReady = () -> {};
    private boolean quitting;
    private boolean quitWritten;

    /** The last final dot was answered soon. */
    private boolean quickDots;

    /** The content that is about to be written is the last of its message, and an envelope can go with it. */
    private boolean handingOver;

    /** @param onBadPipelining called when the server does not seem to master groups of commands */
    SmtpClientSession(OpenConnection connection, Runnable onBadPipelining) {
        this.connection = connection;
        this.onBadPipelining = onBadPipelining;
        this.channel = connection.channel();
        this.maxMessages = connection.capabilities().maxMessages().orElse(Integer.MAX_VALUE);
        this.evidence = new SessionEvidence(connection);
        channel.onEnd(this::closed);
    }

    /** Returns the extensions the server offers on this connection, after encryption. */
    public SmtpCapabilities capabilities() {
        return connection.capabilities();
    }

    /** Returns the encryption of the connection; empty when it is not encrypted. */
    public Optional<TlsFacts> tls() {
        return connection.tls();
    }

    /** Returns the dialogue that opened the connection. */
    public List<SmtpExchange> opening() {
        return connection.exchanges();
    }

    /** Returns the number of messages begun on this connection, whatever became of them. */
    public int messages() {
        return transmissions.added();
    }

    /**
     * Calls the listener when the session may be able to take another message: before a content is written, so that the next
     * envelope goes with it, when a message has ended, and when the connection has.
     */
    public void onReady(Runnable listener) {
        onReady = listener;
    }

    /** Returns whether the connection is open and may be used again, now or after the messages on it. */
    public boolean isUsable() {
        return channel.isUsable() && !quitting && transmissions.added() < maxMessages;
    }

    /** Returns whether the connection has ended, or its server has announced that. */
    public boolean isEnded() {
        return !channel.isUsable();
    }

    /**
     * Returns whether messages may go behind others here: the server takes groups of commands, and answered the last final dot within a
     * second.
     */
    public boolean overlaps() {
        return isUsable() && connection.pipelining() && quickDots;
    }

    /** Returns whether no message is on the connection, and none waits for it. */
    public boolean isIdle() {
        return transmissions.isEmpty();
    }

    /** Returns whether {@link #send} takes another message: at most one waits behind the one on the connection. */
    public boolean canSend() {
        return isUsable() && transmissions.hasCapacity();
    }

    /**
     * Returns whether another message would wait for nothing but the reply to one final dot, which is expected soon: the last one came
     * within a second, and this one is not late yet.
     */
    public boolean canOverlap() {
        return canSend()
                && overlaps()
                && transmissions
                        .single()
                        .filter(head -> handingOver
                                || (head.isDotWritten() && head.sinceStep().compareTo(QUICK_DOT) < 0))
                        .isPresent();
    }

    /** Sends one message to one recipient, as {@link #send(EmailAddress, List, byte[], SmtpProgress)} does. */
    public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress) {
        return send(envelope, MessageData.of(message), progress);
    }

    Future<SmtpReply> send(Envelope envelope, MessageData data, SmtpProgress progress) {
        return send(envelope.mailFrom(), List.of(envelope.recipient()), envelope.id(), data, progress)
                .map(SmtpDelivery::reply);
    }

    /**
     * Sends one message; completes when the server has accepted it for at least one recipient. Fails with an
     * {@link SmtpException}: at {@link SmtpStage#CONNECT} nothing was sent, or the connection ended before the server looked at
     * the message, so that another connection may be tried at once; at {@link SmtpStage#UNKNOWN} the message may have been
     * accepted. Fails with an {@link IllegalArgumentException} for an address that cannot be written into a command.
     *
     * @param mailFrom empty text for the null return path
     * @param message lines ended by CRLF; octets above 127 only where the server offers 8BITMIME
     */
    public Future<SmtpDelivery> send(
            EmailAddress mailFrom, List<EmailAddress> recipients, byte[] message, SmtpProgress progress) {
        return send(mailFrom, recipients, Optional.empty(), MessageData.of(message), progress);
    }

    private Future<SmtpDelivery> send(
            EmailAddress mailFrom,
            List<EmailAddress> recipients,
            Optional<String> id,
            MessageData data,
            SmtpProgress progress) {
        if (!canSend()) {
            return Future.failedFuture(new SmtpException(
                    SmtpStage.CONNECT,
                    channel.closingReply(),
                    "The connection to the mail server takes no more messages"));
        }
        try {
            EnvelopeCommands.requireWritable(mailFrom, recipients);
            var commands = EnvelopeCommands.of(mailFrom, recipients, id, data, capabilities());
            var transmission = new MessageTransmission(this, connection, recipients, commands, data, progress);
            transmissions.add(transmission);
            startWaiting();
            return transmission.result().future();
        } catch (IllegalArgumentException | SmtpException unsendable) {
            return Future.failedFuture(unsendable);
        }
    }

    private void startWaiting() {
        if (transmissions.isConnectionFree()
                || (connection.pipelining()
                        && transmissions
                                .single()
                                .filter(MessageTransmission::isDotWritten)
                                .isPresent())) {
            var out = Buffer.buffer();
            transmissions.begin(out);
            write(out);
        }
    }

    void write(Buffer octets) {
        if (octets.length() > 0) {
            // A write that fails breaks the connection, and what is awaited fails then.
            channel.write(octets).onFailure(ignored -> channel.close());
        }
    }

    /** Writes the content of the message at the head, and with its last octets the envelope of the next one. */
    void transmit(MessageTransmission head) {
        handingOver = head.fits(CHUNK);
        onReady.run();
        handingOver = false;
        transmitChunk(head);
    }

    private void transmitChunk(MessageTransmission head) {
        if (!channel.isUsable()) {
            return;
        }
        var out = Buffer.buffer(CHUNK / 16);
        head.appendContent(out, CHUNK);
        if (head.isDotWritten()) {
            if (connection.pipelining()) {
                transmissions.begin(out);
            }
            write(out);
            if (transmissions.single().isPresent()) {
                onReady.run();
            }
        } else {
            channel.write(out).onSuccess(ignored -> transmitChunk(head)).onFailure(ignored -> channel.close());
        }
    }

    TransmissionQueue transmissions() {
        return transmissions;
    }

    /** Goes on after the end of a message. */
    void ended() {
        if (channel.isUsable()) {
            if (transmissions.isWaiting()) {
                startWaiting();
            } else if (quitting && !quitWritten && isIdle()) {
                sayQuit();
            }
        }
        onReady.run();
    }

    /** Notes the time the server took at a final dot. */
    void dotReplied(Duration duration) {
        quickDots = duration.compareTo(QUICK_DOT) < 0;
    }

    SmtpEvidence evidence(List<SmtpExchange> exchanges) {
        return evidence.ofMessage(exchanges);
    }

    private void closed() {
        transmissions.removeWaiting().ifPresent(next -> next.fail(channel.failure()));
        if (transmissions.added() > 0 && channel.failure().kind() == ChannelFailure.Kind.NONSENSE) {
            noteBadPipelining();
        }
        onReady.run();
    }

    /**
     * Reports that the server drops commands that were sent ahead, or answers them wrongly, so that the next session sends none
     * ahead; does nothing where this one sent none ahead.
     */
    void noteBadPipelining() {
        if (connection.pipelining()) {
            onBadPipelining.run();
        }
    }

    /**
     * Takes no more messages, says QUIT and closes the connection. Completes when it is closed, at most five seconds later; while
     * messages are on the connection, completes at once, and QUIT follows the last of them.
     */
    public Future<Void> quit() {
        quitting = true;
        return isIdle() && channel.isUsable() ? sayQuit() : Future.succeededFuture();
    }

    private Future<Void> sayQuit() {
        quitWritten = true;
        return channel.command("QUIT", "QUIT", QUIT_TIMEOUT).transform(ignored -> channel.close());
    }

    /**
     * Closes the connection without QUIT; completes when it is closed. A message whose final dot was sent fails with {@link
     * SmtpStage#UNKNOWN}.
     */
    public Future<Void> close() {
        quitting = true;
        return channel.close();
    }
}
