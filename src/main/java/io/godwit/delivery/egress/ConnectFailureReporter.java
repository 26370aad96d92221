package io.godwit.delivery.egress;

import io.godwit.bounces.RefusalClass;
import io.godwit.delivery.shaping.ShapedRefusal;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.time.Instant;

/** Tells traffic shaping why no connection to a site could be opened. */
final class ConnectFailureReporter {

    /** The pause of an email no host was reached for; traffic shaping decides how long the next one waits. */
    private static final Duration UNREACHABLE = Duration.ofSeconds(15);

    private final TrafficShaper shaper;

    ConnectFailureReporter(TrafficShaper shaper) {
        this.shaper = shaper;
    }

    /** Returns whether a refusal is about the address of the source, and so concerns all hosts of the site. */
    boolean isAboutSource(SmtpReply reply, ShapedSite site) {
        if (!isRefusal(reply)) {
            return false;
        }
        var kind = refusal(reply, site).refusal().kind();
        return kind == RefusalClass.BLOCKED_SOURCE || kind == RefusalClass.RATE_LIMITED;
    }

    private static boolean isRefusal(SmtpReply reply) {
        return reply.code() >= 400;
    }

    private ShapedRefusal refusal(SmtpReply reply, ShapedSite site) {
        return ShapedRefusal.of(reply, SmtpStage.CONNECT, site, shaper.rules());
    }

    /**
     * Reports the failure of all hosts that were tried.
     *
     * @param startedAt when the first of them was tried
     * @return the reason the emails to the site wait
     */
    HeldException failed(ShapingKey key, ShapedSite site, SmtpException failure, Instant startedAt, Instant now) {
        var reply = failure.reply();
        if (reply.filter(ConnectFailureReporter::isRefusal).isPresent()) {
            shaper.connectRefused(key, refusal(reply.get(), site), startedAt, now);
        } else {
            shaper.connectFailed(key, String.valueOf(failure.getMessage()), startedAt, now);
        }
        return new HeldException(
                UNREACHABLE,
                reply.map(refused -> "The mail host refused the connection: " + refused.code() + " " + refused.text())
                        .orElse("No mail host could be reached: " + failure.getMessage()),
                true);
    }
}
