package io.godwit.smtp.client;

import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stage that the transmission of a message has reached, and the replies to its commands with the time each took. The stage is the
 * first command without a reply, also when several were sent at once.
 */
final class TransmissionLog {

    private final SmtpProgress progress;
    private final List<SmtpExchange> exchanges = new ArrayList<>();
    private SmtpStage stage = SmtpStage.CONNECT;
    private long stepBegan = System.nanoTime();

    TransmissionLog(SmtpProgress progress) {
        this.progress = progress;
    }

    void reach(SmtpStage next) {
        stage = next;
        progress.reached(next);
    }

    SmtpStage stage() {
        return stage;
    }

    /**
     * Returns the stage at which the message has failed with its connection: a connection that ends between two messages says nothing
     * about the second one.
     *
     * @param isReused whether another message ended on the connection before
     */
    SmtpStage stageAfter(ChannelFailure failure, boolean isReused) {
        if (stage == SmtpStage.DOT) {
            return SmtpStage.UNKNOWN;
        }
        var closed = failure.kind() == ChannelFailure.Kind.CLOSED || failure.kind() == ChannelFailure.Kind.CLOSING;
        return stage == SmtpStage.MAIL && closed && isReused ? SmtpStage.CONNECT : stage;
    }

    /** Measures the next step from now on. */
    void beginStep() {
        stepBegan = System.nanoTime();
    }

    /** Returns the time since the last reply, or since the last command where that is later. */
    Duration sinceStep() {
        return Duration.ofNanos(System.nanoTime() - stepBegan);
    }

    /** Notes the reply to a command, with which the next step begins. */
    void replied(String command, SmtpReply reply) {
        exchanges.add(new SmtpExchange(command, sinceStep(), Optional.of(reply)));
        beginStep();
    }

    List<SmtpExchange> exchanges() {
        return exchanges;
    }
}
