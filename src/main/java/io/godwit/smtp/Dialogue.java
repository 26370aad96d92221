package io.godwit.smtp;

import io.godwit.core.Patience;
import io.vertx.core.Future;
import io.vertx.ext.mail.impl.SMTPConnection;
import io.vertx.ext.mail.impl.SMTPResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * One mail transaction over a connection that is ready for it: MAIL, RCPT, DATA, the message, the final dot (RFC 5321
 * §3.3). Knows at every moment how far it came, so a failure says its stage.
 */
final class Dialogue {

    private final SMTPConnection connection;
    private final Timeouts timeouts;
    private final Progress progress;

    Dialogue(SMTPConnection connection, Timeouts timeouts, Progress progress) {
        this.connection = connection;
        this.timeouts = timeouts;
        this.progress = progress;
    }

    /** Fails with a {@link Broken} when the connection is of no further use, else with an {@link SmtpFailure}. */
    Future<Reply> send(Parcel parcel) {
        return command("MAIL FROM:<" + parcel.mailFrom() + ">", Stage.MAIL, 2)
                .compose(accepted -> command("RCPT TO:<" + parcel.recipient() + ">", Stage.RCPT, 2))
                .compose(accepted -> command("DATA", Stage.DATA, 3))
                .compose(accepted -> write(parcel.data()))
                .compose(written -> command(".", Stage.DOT, 2))
                .onSuccess(progress::accepted);
    }

    private Future<Reply> command(String line, Stage stage, int expected) {
        progress.reached(stage);
        var timeout = timeouts.of(stage);
        return Patience.within(timeout, connection.write(line))
                .recover(error -> Future.failedFuture(Broken.at(stage, timeout, error)))
                .compose(response -> judge(response, stage, expected));
    }

    private static Future<Reply> judge(SMTPResponse response, Stage stage, int expected) {
        var reply = Reply.parse(response.getValue());
        if (reply.filter(said -> said.isClass(expected)).isPresent()) {
            return Future.succeededFuture(reply.get());
        } else if (reply.filter(said -> said.isClass(4) || said.isClass(5)).isPresent()) {
            return Future.failedFuture(new SmtpFailure(stage, reply, "The mail server refused the message"));
        }
        return Future.failedFuture(Broken.nonsense(stage));
    }

    private Future<Void> write(String data) {
        return Patience.within(timeouts.block(), connection.writeLineWithDrain(data, false))
                .recover(error -> Future.failedFuture(Broken.at(Stage.DATA, timeouts.block(), error)));
    }

    /** The connection failed or spoke nonsense; it must not be used again. */
    static final class Broken extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final SmtpFailure failure;

        private Broken(Stage stage, String sentence) {
            super(sentence, null, false, false);
            this.failure = new SmtpFailure(stage == Stage.DOT ? Stage.UNKNOWN : stage, Optional.empty(), sentence);
        }

        /** A reply that comes byte by byte is late like one that does not come. */
        static Broken at(Stage stage, Duration timeout, Throwable error) {
            return new Broken(
                    stage,
                    error instanceof TimeoutException
                            ? "Timeout: the mail server did not complete its reply to " + named(stage) + " within "
                                    + words(timeout)
                            : "The connection to the mail server broke");
        }

        private static String named(Stage stage) {
            return stage == Stage.DOT ? "the final dot" : stage.name();
        }

        private static String words(Duration timeout) {
            return timeout.toMillis() % 1000 == 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms";
        }

        static Broken nonsense(Stage stage) {
            return new Broken(stage, "The mail server answered something that is no reply to the command");
        }

        SmtpFailure failure() {
            return failure;
        }
    }
}
