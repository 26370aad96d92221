package io.godwit.smtp.client;

import io.godwit.core.Timeouts;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Runs one mail transaction over an open connection: MAIL, RCPT, DATA, the message, the final dot (RFC 5321 §3.3). Knows the
 * stage it has reached at every moment, so a failure names it.
 */
final class SmtpTransaction {

    private final SmtpClientPool.Line connection;
    private final SmtpTimeouts timeouts;
    private final SmtpProgress progress;
    private final List<SmtpExchange> exchanges = new ArrayList<>();
    private long stepBegan = System.nanoTime();

    SmtpTransaction(SmtpClientPool.Line connection, SmtpTimeouts timeouts, SmtpProgress progress) {
        this.connection = connection;
        this.timeouts = timeouts;
        this.progress = progress;
    }

    /**
     * Sends the message. Fails with a {@link BrokenConnectionException} when the connection must be dropped, else with an
     * {@link SmtpException}.
     */
    Future<SmtpReply> send(WireMessage message) {
        var body = message.eightBit() ? " BODY=8BITMIME" : "";
        return command("MAIL FROM:<" + message.mailFrom() + ">" + body, SmtpStage.MAIL, 2)
                .compose(ignored -> command("RCPT TO:<" + message.recipient() + ">", SmtpStage.RCPT, 2))
                .compose(ignored -> command("DATA", SmtpStage.DATA, 3))
                .compose(ignored -> write(message.data()))
                .compose(ignored -> command(".", SmtpStage.DOT, 2))
                .onSuccess(progress::accepted)
                .onComplete(ignored -> progress.ended(connection.evidence(exchanges)));
    }

    private Future<SmtpReply> command(String line, SmtpStage stage, int expected) {
        progress.reached(stage);
        stepBegan = System.nanoTime();
        var timeout = timeouts.of(stage);
        return Timeouts.within(timeout, connection.command(line))
                .recover(error -> Future.failedFuture(BrokenConnectionException.at(stage, timeout, error)))
                .compose(response -> requireReply(response, stage, expected));
    }

    private Future<SmtpReply> requireReply(String response, SmtpStage stage, int expected) {
        var reply = SmtpReply.parse(response);
        exchanges.add(new SmtpExchange(
                stage == SmtpStage.DOT ? "dot" : stage.name(), Duration.ofNanos(System.nanoTime() - stepBegan), reply));
        if (reply.filter(received -> received.isClass(expected)).isPresent()) {
            return Future.succeededFuture(reply.get());
        } else if (reply.filter(received -> received.isClass(4) || received.isClass(5))
                .isPresent()) {
            return Future.failedFuture(new SmtpException(stage, reply, "The mail server refused the message"));
        }
        return Future.failedFuture(BrokenConnectionException.nonsense(stage));
    }

    private Future<Void> write(String data) {
        return Timeouts.within(timeouts.block(), connection.data(data))
                .recover(error ->
                        Future.failedFuture(BrokenConnectionException.at(SmtpStage.DATA, timeouts.block(), error)));
    }

    /** Signals that the connection failed or violated the protocol; it must not be used again. */
    static final class BrokenConnectionException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final SmtpException failure;

        private BrokenConnectionException(SmtpStage stage, String sentence) {
            super(sentence, null, false, false);
            this.failure =
                    new SmtpException(stage == SmtpStage.DOT ? SmtpStage.UNKNOWN : stage, Optional.empty(), sentence);
        }

        /** Returns the failure of a stage; a reply that arrives byte by byte times out like one that does not arrive. */
        static BrokenConnectionException at(SmtpStage stage, Duration timeout, Throwable error) {
            return new BrokenConnectionException(
                    stage,
                    error instanceof TimeoutException
                            ? "Timeout: the mail server did not complete its reply to " + stageName(stage) + " within "
                                    + words(timeout)
                            : "The connection to the mail server broke");
        }

        private static String stageName(SmtpStage stage) {
            return stage == SmtpStage.DOT ? "the final dot" : stage.name();
        }

        private static String words(Duration timeout) {
            return timeout.toMillis() % 1000 == 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms";
        }

        static BrokenConnectionException nonsense(SmtpStage stage) {
            return new BrokenConnectionException(
                    stage, "The mail server answered something that is no reply to the command");
        }

        SmtpException failure() {
            return failure;
        }
    }
}
