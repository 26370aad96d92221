package io.godwit.tracking;

import io.godwit.core.LinkTokenCodec;
import io.godwit.core.Timeouts;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.TrackingTokenCodec.TrackedEmail;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.web.limits.AddressRateLimiter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the tokens of tracking pictures and links, and records the visits of both. */
public final class VisitRecorder {

    /** Max time a caller waits for a visit to be recorded. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private static final int MAX_USER_AGENT_LENGTH = 512;

    /** The end of a tracking address: the token of a picture, or that of a link with its target. */
    private static final Pattern PATH = Pattern.compile(
            "(?:" + TrackingRewriter.OPEN + "([\\w-]+)|" + TrackingRewriter.CLICK + "([\\w-]+)/([\\w-]+))$");

    private static final String LOOPBACK = "127.0.0.1";

    private final TrackingTokenCodec tokens;
    private final HitWriter hits;

    public VisitRecorder(Vertx vertx, Database database, TrackingTokenCodec tokens, MeterRegistry meters) {
        this.tokens = tokens;
        this.hits = new HitWriter(vertx, database, new HitMetrics(meters));
    }

    /**
     * The client that visits.
     *
     * @param address its IP address, as digits
     */
    record Visitor(HitClass visitorClass, Optional<String> userAgent, String address) {}

    /** A tracking link that was read: its token is authentic. */
    record VisitTarget(TrackedEmail email, Hit.Kind kind, Optional<String> address) {}

    /** Reads the token of a picture; empty for any other text. */
    Optional<VisitTarget> pixel(String token) {
        return tokens.read(LinkTokenCodec.Kind.OPEN, token, "")
                .map(email -> new VisitTarget(email, Hit.Kind.OPEN, Optional.empty()));
    }

    /** Reads the token of a link and the web address it was made for; empty for any other texts. */
    Optional<VisitTarget> link(String token, String target) {
        return address(target).flatMap(address -> tokens.read(LinkTokenCodec.Kind.CLICK, token, address)
                .map(email -> new VisitTarget(email, Hit.Kind.CLICK, Optional.of(address))));
    }

    /** Returns the target if it is a web address: a signed link to anything else is not followed. */
    private static Optional<String> address(String target) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(target), StandardCharsets.UTF_8))
                    .filter(TrackingRewriter::isWeb);
        } catch (IllegalArgumentException invalid) {
            return Optional.empty();
        }
    }

    /** Completes when the visit is stored, or waits in memory while the database is away, or after a second without that. */
    Future<Void> record(VisitTarget target, Visitor visitor) {
        var userAgent = visitor.userAgent()
                .map(name -> name.replaceAll("\\p{Cc}", ""))
                .map(name -> name.substring(0, Math.min(MAX_USER_AGENT_LENGTH, name.length())));
        var network = AddressRateLimiter.network(visitor.address());
        var hit = new Hit(
                target.email().project(),
                Ids.next(),
                target.email().email(),
                target.kind(),
                target.address(),
                visitor.visitorClass(),
                userAgent,
                Optional.of(Hit.clientOf(network)),
                Instant.EPOCH,
                0);
        return Timeouts.within(MAX_WAIT, hits.add(hit, network)).otherwiseEmpty();
    }

    /** Stores the visits in memory; completes when that is done, or after some seconds without that. */
    public Future<Void> close() {
        return hits.close();
    }

    /**
     * Records the visit of a person on this machine, without a request. Completes with false for an address that is not tracked.
     *
     * @param url a whole address of a tracking picture or link
     */
    public Future<Boolean> visit(String url, String userAgent) {
        var visitor = new Visitor(HitClass.of(userAgent), Optional.of(userAgent), LOOPBACK);
        return target(url).map(target -> record(target, visitor).map(true)).orElse(Future.succeededFuture(false));
    }

    private Optional<VisitTarget> target(String url) {
        var paths = PATH.matcher(url);
        if (!paths.find()) {
            return Optional.empty();
        }
        return paths.group(1) == null ? link(paths.group(2), paths.group(3)) : pixel(paths.group(1));
    }
}
