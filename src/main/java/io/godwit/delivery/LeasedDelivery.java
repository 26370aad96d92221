package io.godwit.delivery;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.delivery.egress.HeldException;
import io.godwit.delivery.egress.LeasedConnection;
import io.godwit.delivery.shaping.RetryAdvice;
import io.godwit.delivery.shaping.ShapedOutcome;
import io.godwit.delivery.shaping.ShapedRefusal;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A connection with the permit to send one email over it; other emails may be on it.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class LeasedDelivery {

    /** The time unused after which the end of a connection tells nothing about how many emails it may carry. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** The pause before an email that was refused for its source leaves from another one. */
    private static final Duration NEXT_SOURCE = Duration.ofSeconds(1);

    private final TrafficShaper shaper;
    private final TrafficReporter reporter;
    private final Clock clock;
    private final ShapedSite site;
    private final ShapingKey key;
    private final DeliveryRequest request;
    private final LeasedConnection connection;
    private final boolean others;
    private final Instant startedAt;
    private boolean recorded;

    /**
     * @param others whether the email may leave from another pool while the site refuses this source
     * @param startedAt the time of the permit, by which traffic shaping knows the email that probes a suspended site
     */
    LeasedDelivery(
            TrafficShaper shaper,
            TrafficReporter reporter,
            Clock clock,
            ShapedSite site,
            String source,
            DeliveryRequest request,
            LeasedConnection connection,
            boolean others,
            Instant startedAt) {
        this.shaper = shaper;
        this.reporter = reporter;
        this.clock = clock;
        this.site = site;
        this.key = site.from(source);
        this.request = request;
        this.connection = connection;
        this.others = others;
        this.startedAt = startedAt;
    }

    /** Returns the name of the egress source. */
    public String source() {
        return key.source();
    }

    /**
     * Sends the email when its turn on the connection has come, and gives the connection back. Fails with a {@link
     * DeliveryFailedException}; with a {@link HeldException} when nothing was offered and the email has to wait; or with the {@code
     * obstacle}.
     *
     * @param obstacle asked just before MAIL: the reason the email must not be offered any more, if there is one
     */
    public Future<SmtpReply> send(
            Envelope envelope, byte[] message, SmtpProgress progress, Supplier<Optional<Throwable>> obstacle) {
        return connection
                .send(envelope, message, progress, new StartPolicy(obstacle))
                .onSuccess(this::accepted)
                .recover(error -> Future.failedFuture(failed(error)))
                .onComplete(ignored -> connection.release());
    }

    /** The decisions about the email when it has waited for its turn, and when its connection has ended. */
    private final class StartPolicy implements LeasedConnection.SendPolicy {

        private final Supplier<Optional<Throwable>> obstacle;

        private StartPolicy(Supplier<Optional<Throwable>> obstacle) {
            this.obstacle = obstacle;
        }

        @Override
        public Optional<Throwable> obstacle() {
            var now = clock.instant();
            return shaper.suspension(key, request.senderDomain(), now)
                    .<Throwable>map(suspension -> HeldException.of(suspension, now))
                    .or(obstacle);
        }

        @Override
        public boolean mayReconnect(SmtpException failure, int emailsBefore, Duration unusedFor) {
            return LeasedDelivery.this.mayReconnect(failure, emailsBefore, unusedFor);
        }
    }

    /**
     * Learns from a connection that ended before this email. The email waits when the reply is about more than the connection, such
     * as the rate: another connection would only be refused as well.
     */
    private boolean mayReconnect(SmtpException failure, int emailsBefore, Duration unusedFor) {
        var refused = refusal(failure, SmtpStage.MAIL);
        if (refused.filter(refusal -> !refusal.isOfConnection()).isPresent()) {
            return false;
        }
        var now = clock.instant();
        failure.reply().ifPresent(reply -> reporter.note(key, now, reply.code() + " " + reply.text()));
        if (refused.isPresent() || unusedFor.compareTo(IDLE) < 0) {
            shaper.connectionEnded(key, outcome(refused, emailsBefore), now);
        }
        return true;
    }

    private void accepted(SmtpReply reply) {
        reporter.note(key, clock.instant(), reply.code() + " " + reply.text());
        report(ShapedOutcome.accepted(startedAt, request.senderDomain()));
    }

    private Throwable failed(Throwable error) {
        if (!(error instanceof SmtpException failure)) {
            return error;
        }
        reporter.note(
                key,
                clock.instant(),
                failure.reply()
                        .map(reply -> reply.code() + " " + reply.text())
                        .orElseGet(() -> String.valueOf(failure.getMessage())));
        var refused = refusal(failure, failure.stage());
        var advice = advice(failure, report(outcome(refused, connection.emailsBefore())));
        Optional<ClassifiedRefusal> refusal = refused.map(ShapedRefusal::refusal);
        return new DeliveryFailedException(failure, refusal, advice);
    }

    /**
     * Lets an email leave from the next pool at once after a refusal of its source, as {@link DeliveryLeaser} chooses then: before DATA
     * nothing was accepted.
     */
    private RetryAdvice advice(SmtpException failure, RetryAdvice learned) {
        var beforeData = failure.stage() == SmtpStage.MAIL || failure.stage() == SmtpStage.RCPT;
        return others && beforeData && shaper.isSourceFailing(key, clock.instant())
                ? new RetryAdvice(Optional.of(NEXT_SOURCE), false)
                : learned;
    }

    private Optional<ShapedRefusal> refusal(SmtpException failure, SmtpStage stage) {
        return failure.reply()
                .filter(reply -> reply.code() >= 400)
                .map(reply -> ShapedRefusal.of(reply, stage, site, shaper.rules()));
    }

    private ShapedOutcome outcome(Optional<ShapedRefusal> refused, int emailsBefore) {
        return refused.map(refusal -> ShapedOutcome.refused(startedAt, request.senderDomain(), refusal, emailsBefore))
                .orElseGet(() -> ShapedOutcome.broken(startedAt, request.senderDomain(), emailsBefore));
    }

    private RetryAdvice report(ShapedOutcome outcome) {
        recorded = true;
        return shaper.record(key, outcome, request.lane(), clock.instant());
    }

    /**
     * Gives the connection back, after the email or without one, and the start that was granted when nothing was learned from it. Must
     * be called once for each delivery that was leased; completes at once.
     */
    public Future<Void> release() {
        if (!recorded) {
            report(ShapedOutcome.released(startedAt, request.senderDomain()));
        }
        connection.release();
        return Future.succeededFuture();
    }
}
