package io.godwit.tracking;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.Timeouts;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.limits.AddressRateLimiter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Serves the tracking picture and redirects tracking links. */
public final class TrackingRoutes implements Routes {

    /** A transparent picture of one pixel (GIF89a). */
    private static final byte[] PIXEL =
            Base64.getDecoder().decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

    /** Max time a response waits for its hit to be recorded. */
    private static final Duration NOTE = Duration.ofSeconds(1);

    private static final int MAX_USER_AGENT_LENGTH = 512;

    private final LinkTokenCodec tokens;
    private final HitWriter hits;

    public TrackingRoutes(Vertx vertx, Database database, LinkTokenCodec tokens) {
        this.tokens = tokens;
        this.hits = new HitWriter(vertx, database);
    }

    @Override
    public void mount(RouteTable api) {
        api.get(TrackingRewriter.OPEN + ":token")
                .access(Access.OPEN)
                .answersFile("image/gif")
                .to(this::open);
        api.get(TrackingRewriter.CLICK + ":token/:target")
                .access(Access.OPEN)
                .answersFile(302, "text/plain")
                .to(this::click);
    }

    private Future<ApiResponse> open(ApiRequest call) {
        var link = tokens.read(LinkTokenCodec.Kind.OPEN, call.path("token")).orElseThrow(() -> unknown("Picture"));
        return note(call, link, Hit.Kind.OPEN, Optional.empty())
                .map(ignored -> new ApiResponse(200, PIXEL, Map.of("Content-Type", "image/gif")));
    }

    private Future<ApiResponse> click(ApiRequest call) {
        var address = address(call.path("target")).orElseThrow(() -> unknown("Link"));
        var link = tokens.read(LinkTokenCodec.Kind.CLICK, call.path("token"), address)
                .orElseThrow(() -> unknown("Link"));
        return note(call, link, Hit.Kind.CLICK, Optional.of(address))
                .map(ignored -> new ApiResponse(
                        302, "Found", Map.of("Location", address, "Content-Type", "text/plain; charset=utf-8")));
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

    private static Failure unknown(String what) {
        return Failure.of(Kind.RESOURCE_NOT_FOUND, what + " not found");
    }

    private Future<Void> note(ApiRequest call, Link reader, Hit.Kind kind, Optional<String> address) {
        var userAgent = call.header("User-Agent")
                .map(name -> name.replaceAll("\\p{Cntrl}", ""))
                .map(name -> name.substring(0, Math.min(MAX_USER_AGENT_LENGTH, name.length())));
        var hit = new Hit(
                reader.project(),
                Ids.next(),
                reader.email(),
                kind,
                address,
                HitClass.of(call),
                userAgent,
                Instant.EPOCH,
                0);
        return Timeouts.within(NOTE, hits.add(hit, AddressRateLimiter.network(call.clientAddress())))
                .otherwiseEmpty();
    }
}
