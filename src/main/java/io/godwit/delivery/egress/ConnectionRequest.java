package io.godwit.delivery.egress;

import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.smtp.SmtpReply;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * A connection that is wanted from a source to one of the hosts of a route.
 *
 * @param aboutSource whether a refusal of one host is about the source, and so concerns all hosts of the site
 * @param startedAt the time it was asked for
 */
record ConnectionRequest(
        EgressSource source, MailRoute route, ShapedSite site, Predicate<SmtpReply> aboutSource, Instant startedAt) {

    ShapingKey key() {
        return site.from(source.name());
    }
}
