package io.godwit.smtp.client;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One message on a session: MAIL, RCPT, DATA, the content and the final dot (RFC 5321 §3.3). */
final class MessageTransmission {

    private static final int START_MAIL_INPUT = 354;
    private static final String FINAL_DOT = "the final dot";
    private static final String NONSENSE = "The mail server answered something that is no reply to the command";

    private final SmtpClientSession session;
    private final SmtpChannel channel;
    private final SmtpTimeouts timeouts;
    private final boolean pipelining;
    private final EnvelopeReplies envelope;
    private final EnvelopeCommands commands;
    private final MessageData data;
    private final SmtpProgress progress;
    private final Promise<SmtpDelivery> result = Promise.promise();
    private final TransmissionLog log;
    private boolean contentBegun;
    private boolean dotWritten;
    private boolean ended;

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
        this.envelope = new EnvelopeReplies(recipients);
        this.commands = commands;
        this.data = data;
        this.progress = progress;
        this.log = new TransmissionLog(progress);
    }

    Promise<SmtpDelivery> result() {
        return result;
    }

    /** Returns whether the final dot was handed to the socket. */
    boolean isDotWritten() {
        return dotWritten;
    }

    /** Returns whether the content has at most {@code max} octets. */
    boolean fits(int max) {
        return data.size() <= max;
    }

    /** Returns the time since the last reply, or since the last command where that is later. */
    Duration sinceStep() {
        return log.sinceStep();
    }

    /**
     * Appends the first commands: all of them where the server takes a group.
     *
     * @param reset ends the transaction of a refused message first
     */
    void begin(Buffer out, boolean reset) {
        log.beginStep();
        log.reach(SmtpStage.MAIL);
        if (reset) {
            out.appendString("RSET\r\n");
            expect("RSET", timeouts.command(), this::resetReplied);
        }
        if (pipelining) {
            appendMail(out);
            for (var recipient = 0; recipient < commands.recipients().size(); recipient++) {
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
        log.replied("RSET", reply);
        if (!reply.isClass(2)) {
            nonsense();
        } else if (!pipelining) {
            write(this::appendMail);
        }
    }

    private void mailReplied(SmtpReply reply) {
        log.replied("MAIL", reply);
        if (reply.isClass(2)) {
            log.reach(SmtpStage.RCPT);
        } else if (EnvelopeReplies.isRefusal(reply)) {
            envelope.mailRefused(reply);
        } else {
            nonsense();
            return;
        }
        if (!pipelining && envelope.isMailRefused()) {
            fail(refused(), false);
        } else if (!pipelining) {
            write(out -> appendRecipient(out, 0));
        }
    }

    private void recipientReplied(int recipient, SmtpReply reply) {
        log.replied("RCPT", reply);
        if (envelope.isMailRefused()) {
            return;
        }
        envelope.recipientReplied(recipient, reply);
        if (!reply.isClass(2) && !EnvelopeReplies.isRefusal(reply)) {
            nonsense();
        } else if (envelope.isComplete()) {
            recipientsReplied();
        } else if (!pipelining) {
            write(out -> appendRecipient(out, recipient + 1));
        }
    }

    private void recipientsReplied() {
        if (envelope.hasAccepted()) {
            log.reach(SmtpStage.DATA);
        }
        if (pipelining) {
            return;
        }
        if (envelope.hasAccepted()) {
            write(this::appendData);
        } else {
            fail(refused(), true);
        }
    }

    private void dataReplied(SmtpReply reply) {
        log.replied("DATA", reply);
        if (reply.code() == START_MAIL_INPUT) {
            transmit();
        } else if (EnvelopeReplies.isRefusal(reply)) {
            fail(
                    envelope.hasAccepted()
                            ? new SmtpException(
                                    SmtpStage.DATA, Optional.of(reply), "The mail server refused the message")
                            : envelope.refusal(false),
                    !envelope.isMailRefused());
        } else {
            nonsense();
        }
    }

    /** Sends the content; without a recipient it is withheld and only the dot is sent (RFC 2920 §3.1). */
    private void transmit() {
        if (!envelope.hasAccepted()) {
            expect(FINAL_DOT, timeouts.dot(), reply -> {
                log.replied("dot", reply);
                fail(envelope.refusal(false), false);
            });
            session.write(Buffer.buffer(".\r\n"));
        } else if (channel.isUsable()) {
            contentBegun = true;
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
            log.reach(SmtpStage.DOT);
            dotWritten = true;
            log.beginStep();
        }
        channel.progressed(dotWritten ? timeouts.dot() : timeouts.block());
    }

    private void dotReplied(SmtpReply reply) {
        session.dotReplied(sinceStep());
        log.replied("dot", reply);
        if (!dotWritten && EnvelopeReplies.isRefusal(reply)) {
            fail(new SmtpException(SmtpStage.DATA, Optional.of(reply), "The mail server refused the message"), false);
            channel.close();
        } else if (dotWritten && reply.isClass(2)) {
            progress.accepted(reply);
            end(false);
            result.complete(new SmtpDelivery(reply, envelope.refusals()));
            session.ended();
        } else if (EnvelopeReplies.isRefusal(reply)) {
            fail(new SmtpException(SmtpStage.DOT, Optional.of(reply), "The mail server refused the message"), false);
        } else {
            nonsense();
        }
    }

    /** Returns the refusal; a 421 to the MAIL of a connection that was used before is about the connection. */
    private SmtpException refused() {
        return envelope.refusal(session.transmissions().hasEnded());
    }

    private void nonsense() {
        channel.nonsense(NONSENSE);
        fail(ChannelFailure.nonsense(NONSENSE));
    }

    /** Fails because no more replies will come. */
    void fail(ChannelFailure failure) {
        if (failure.kind() == ChannelFailure.Kind.TIMEOUT && isAwaitingGroup()) {
            session.noteBadPipelining();
        }
        if (envelope.isRefused()) {
            fail(refused(), false);
        } else {
            fail(
                    new SmtpException(
                            log.stageAfter(failure, session.transmissions().hasEnded()),
                            failure.reply(),
                            failure.sentence()),
                    false);
        }
    }

    /** Returns whether commands of a group are without a reply after its first: once the content is asked for, all have one. */
    private boolean isAwaitingGroup() {
        return !contentBegun && (log.stage() == SmtpStage.RCPT || log.stage() == SmtpStage.DATA);
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
        session.transmissions().remove(this, transactionOpen);
        progress.ended(session.evidence(log.exchanges()));
    }
}
