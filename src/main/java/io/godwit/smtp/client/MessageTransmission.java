package io.godwit.smtp.client;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.client.SmtpChannel.ChannelFailure;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One message on a session: MAIL, RCPT, DATA, the content and the final dot (RFC 5321 §3.3). Its stage is the first command
 * without a reply, also when several were sent at once.
 */
final class MessageTransmission {

    private static final int START_MAIL_INPUT = 354;
    private static final int SERVICE_CLOSING = 421;
    private static final int TOO_MUCH = 552;
    private static final int TOO_MANY_RECIPIENTS = 452;
    private static final String FINAL_DOT = "the final dot";
    private static final String NONSENSE = "The mail server answered something that is no reply to the command";

    private final SmtpClientSession session;
    private final SmtpChannel channel;
    private final SmtpTimeouts timeouts;
    private final boolean pipelining;
    private final List<EmailAddress> recipients;
    private final EnvelopeCommands commands;
    private final MessageData data;
    private final SmtpProgress progress;
    private final Promise<SmtpDelivery> result = Promise.promise();
    private final List<SmtpExchange> exchanges = new ArrayList<>();
    private final Map<EmailAddress, SmtpReply> recipientToRefusal = new LinkedHashMap<>();
    private SmtpStage stage = SmtpStage.CONNECT;
    private @Nullable SmtpReply mailRefusal;
    private int acceptedRecipients;
    private int answeredRecipients;
    private boolean dotWritten;
    private boolean ended;
    private long stepBegan = System.nanoTime();

    MessageTransmission(
            SmtpClientSession session,
            OpenConnection connection,
            List<EmailAddress> recipients,
            EnvelopeCommands commands,
            MessageData data,
            SmtpProgress progress) {
        this.session = session;
        this.channel = connection.channel();
        this.timeouts = connection.target().timeouts();
        this.pipelining = connection.pipelining();
        this.recipients = recipients;
        this.commands = commands;
        this.data = data;
        this.progress = progress;
    }

    Promise<SmtpDelivery> result() {
        return result;
    }

    /** Returns whether the final dot was handed to the socket. */
    boolean isDotWritten() {
        return dotWritten;
    }

    boolean fits(int max) {
        return data.size() <= max;
    }

    /** Returns whether the server may have looked at the message: it has answered MAIL. */
    boolean isLookedAt() {
        return stage != SmtpStage.CONNECT && stage != SmtpStage.MAIL;
    }

    /** Returns the time since the last reply, or since the last command where that is later. */
    Duration sinceStep() {
        return Duration.ofNanos(System.nanoTime() - stepBegan);
    }

    /**
     * Appends the first commands: all of them where the server takes a group.
     *
     * @param reset ends the transaction of a refused message first
     */
    void begin(Buffer out, boolean reset) {
        stepBegan = System.nanoTime();
        reach(SmtpStage.MAIL);
        if (reset) {
            out.appendString("RSET\r\n");
            expect("RSET", timeouts.command(), this::resetReplied);
        }
        if (pipelining) {
            appendMail(out);
            for (var recipient = 0; recipient < recipients.size(); recipient++) {
                appendRecipient(out, recipient);
            }
            appendData(out);
        } else if (!reset) {
            appendMail(out);
        }
    }

    private void appendMail(Buffer out) {
        out.appendString(commands.mail());
        expect("MAIL", timeouts.command(), this::mailReplied);
    }

    private void appendRecipient(Buffer out, int recipient) {
        out.appendString(commands.recipients().get(recipient));
        expect("RCPT", timeouts.command(), reply -> recipientReplied(recipient, reply));
    }

    private void appendData(Buffer out) {
        out.appendString("DATA\r\n");
        expect("DATA", timeouts.data(), this::dataReplied);
    }

    private void expect(String command, Duration timeout, Consumer<SmtpReply> handler) {
        channel.expect(command, timeout, new SmtpChannel.ReplyHandler() {
            @Override
            public void replied(SmtpReply reply) {
                handler.accept(reply);
            }

            @Override
            public void broken(ChannelFailure failure) {
                fail(failure);
            }
        });
    }

    private void write(Consumer<Buffer> command) {
        var out = Buffer.buffer();
        command.accept(out);
        session.write(out);
    }

    private void resetReplied(SmtpReply reply) {
        note("RSET", reply);
        if (!reply.isClass(2)) {
            nonsense();
        } else if (!pipelining) {
            write(this::appendMail);
        }
    }

    private void mailReplied(SmtpReply reply) {
        note("MAIL", reply);
        if (reply.isClass(2)) {
            reach(SmtpStage.RCPT);
        } else if (isRefusal(reply)) {
            mailRefusal = reply;
        } else {
            nonsense();
            return;
        }
        if (!pipelining && mailRefusal != null) {
            fail(refused(false), false);
        } else if (!pipelining) {
            write(out -> appendRecipient(out, 0));
        }
    }

    private void recipientReplied(int recipient, SmtpReply reply) {
        note("RCPT", reply);
        if (mailRefusal != null) {
            return;
        }
        answeredRecipients++;
        if (reply.isClass(2)) {
            acceptedRecipients++;
        } else if (isRefusal(reply)) {
            recipientToRefusal.put(recipients.get(recipient), recipient == 0 ? reply : later(reply));
        } else {
            nonsense();
            return;
        }
        if (answeredRecipients == recipients.size()) {
            recipientsReplied();
        } else if (!pipelining) {
            write(out -> appendRecipient(out, recipient + 1));
        }
    }

    /** With 552 some servers mean "too many recipients", so that the others are due again (RFC 5321 §4.5.3.1.10). */
    private static SmtpReply later(SmtpReply reply) {
        return reply.code() == TOO_MUCH && !reply.enhanced().orElse("").startsWith("5.2")
                ? new SmtpReply(TOO_MANY_RECIPIENTS, reply.enhanced(), reply.lines())
                : reply;
    }

    private void recipientsReplied() {
        if (acceptedRecipients > 0) {
            reach(SmtpStage.DATA);
        }
        if (pipelining) {
            return;
        }
        if (acceptedRecipients > 0) {
            write(this::appendData);
        } else {
            fail(refused(false), true);
        }
    }

    private void dataReplied(SmtpReply reply) {
        note("DATA", reply);
        if (reply.code() == START_MAIL_INPUT) {
            transmit();
        } else if (isRefusal(reply)) {
            fail(
                    acceptedRecipients > 0
                            ? new SmtpException(
                                    SmtpStage.DATA, Optional.of(reply), "The mail server refused the message")
                            : refused(true),
                    mailRefusal == null);
        } else {
            nonsense();
        }
    }

    /** Without a recipient the content is withheld and only the dot is sent (RFC 2920 §3.1). */
    private void transmit() {
        if (acceptedRecipients == 0) {
            expect(FINAL_DOT, timeouts.dot(), reply -> {
                note("dot", reply);
                fail(refused(true), false);
            });
            session.write(Buffer.buffer(".\r\n"));
        } else if (channel.isUsable()) {
            expect(FINAL_DOT, timeouts.dot(), this::dotReplied);
            session.transmit(this);
        } else {
            nonsense();
        }
    }

    /**
     * Appends the next octets of the content. When they end with the final dot, that is told first: from then on the server may
     * accept the message.
     */
    void appendContent(Buffer out, int max) {
        data.appendTo(out, max);
        if (data.isWritten()) {
            reach(SmtpStage.DOT);
            dotWritten = true;
            stepBegan = System.nanoTime();
        }
        channel.progressed(dotWritten ? timeouts.dot() : timeouts.block());
    }

    private void dotReplied(SmtpReply reply) {
        session.dotReplied(sinceStep());
        note("dot", reply);
        if (!dotWritten && isRefusal(reply)) {
            fail(new SmtpException(SmtpStage.DATA, Optional.of(reply), "The mail server refused the message"), false);
            channel.nonsense("The mail server refused the message before its end");
        } else if (dotWritten && reply.isClass(2)) {
            progress.accepted(reply);
            end(false);
            result.complete(new SmtpDelivery(reply, recipientToRefusal));
            session.ended();
        } else if (isRefusal(reply)) {
            fail(new SmtpException(SmtpStage.DOT, Optional.of(reply), "The mail server refused the message"), false);
        } else {
            nonsense();
        }
    }

    private static boolean isRefusal(SmtpReply reply) {
        return reply.isClass(4) || reply.isClass(5);
    }

    /**
     * Returns the refusal of MAIL or of the first recipient. A 421 to the MAIL of a connection that was used before is about
     * the connection.
     */
    private SmtpException refused(boolean answered) {
        var refusal = mailRefusal;
        if (refusal == null) {
            var first = recipientToRefusal.values().stream().findFirst();
            return new SmtpException(SmtpStage.RCPT, first, "The mail server refused the message");
        }
        return !answered && refusal.code() == SERVICE_CLOSING && session.isReused()
                ? new SmtpException(SmtpStage.CONNECT, Optional.of(refusal), "The mail server closed the connection")
                : new SmtpException(SmtpStage.MAIL, Optional.of(refusal), "The mail server refused the message");
    }

    private void nonsense() {
        channel.nonsense(NONSENSE);
        fail(new ChannelFailure(ChannelFailure.Kind.NONSENSE, NONSENSE, Optional.empty()));
    }

    /** Fails because no more replies will come. */
    void fail(ChannelFailure failure) {
        if (failure.kind() == ChannelFailure.Kind.TIMEOUT && (stage == SmtpStage.RCPT || stage == SmtpStage.DATA)) {
            session.noteBadPipelining();
        }
        var allRefused = answeredRecipients == recipients.size() && acceptedRecipients == 0;
        if (mailRefusal != null || allRefused) {
            fail(refused(false), false);
        } else {
            fail(new SmtpException(stageOf(failure), failure.reply(), failure.sentence()), false);
        }
    }

    /** A connection that ends between two messages says nothing about the second one. */
    private SmtpStage stageOf(ChannelFailure failure) {
        if (stage == SmtpStage.DOT) {
            return SmtpStage.UNKNOWN;
        }
        var closed = failure.kind() == ChannelFailure.Kind.CLOSED || failure.kind() == ChannelFailure.Kind.CLOSING;
        return !isLookedAt() && closed && session.isReused() ? SmtpStage.CONNECT : stage;
    }

    private void fail(SmtpException failure, boolean transactionOpen) {
        if (!ended) {
            end(transactionOpen);
            result.fail(failure);
            session.ended();
        }
    }

    private void end(boolean transactionOpen) {
        ended = true;
        session.remove(this, transactionOpen);
        progress.ended(session.evidence(exchanges));
    }

    private void reach(SmtpStage next) {
        stage = next;
        progress.reached(next);
    }

    private void note(String step, SmtpReply reply) {
        var now = System.nanoTime();
        exchanges.add(new SmtpExchange(step, Duration.ofNanos(now - stepBegan), Optional.of(reply)));
        stepBegan = now;
    }
}
