package io.godwit.delivery;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.delivery.routing.RoutingException;
import io.godwit.delivery.shaping.RetryAdvice;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpStage;
import java.util.Optional;

/** Signals that a mail host did not accept an email, or that its acceptance is unknown. */
public final class DeliveryFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SmtpException failure;
    private final transient Optional<ClassifiedRefusal> refusal;
    private final transient RetryAdvice advice;

    /** @param refusal by the words of all mail systems and the rules of the provider; empty without a reply */
    DeliveryFailedException(SmtpException failure, Optional<ClassifiedRefusal> refusal, RetryAdvice advice) {
        super(failure.getMessage(), failure, false, false);
        this.failure = failure;
        this.refusal = refusal;
        this.advice = advice;
    }

    /** Returns the failure of an email whose domain has no mail host: the refusal such a host would give to RCPT. */
    public static DeliveryFailedException unroutable(RoutingException unroutable) {
        var reply = unroutable.reply();
        return new DeliveryFailedException(
                new SmtpException(SmtpStage.RCPT, Optional.of(reply), reply.text()),
                Optional.of(RefusalClassifier.classify(reply, SmtpStage.RCPT)),
                new RetryAdvice(Optional.empty(), true));
    }

    /** Returns whether a host replied to the recipient's address, so that the destination can be reached. */
    public boolean isReplyToRecipient() {
        return failure.stage() == SmtpStage.RCPT && failure.reply().isPresent();
    }

    public SmtpException failure() {
        return failure;
    }

    public Optional<ClassifiedRefusal> refusal() {
        return refusal;
    }

    /** Returns the time of the next attempt, where traffic shaping decides it. */
    public RetryAdvice advice() {
        return advice;
    }
}
