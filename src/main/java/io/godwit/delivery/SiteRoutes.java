package io.godwit.delivery;

import io.godwit.accounts.Operators;
import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.Database;
import io.godwit.delivery.SiteCommand.Action;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The sites email goes to without a relay, for operators. An API key belongs to no user, so requests with one get a 404. */
public final class SiteRoutes implements Routes {

    private static final int SHOWN = 500;
    private static final int MAX_SITE = 300;
    private static final int MAX_WORDS = 500;
    private static final int MAX_MINUTES = 7 * 24 * 60;
    private static final int DEFAULT_MINUTES = 60;

    private final Operators operators;
    private final Database database;
    private final Bus bus;
    private final SiteTrafficStore store = new SiteTrafficStore();

    public SiteRoutes(Operators operators, Database database, Bus bus) {
        this.operators = operators;
        this.database = database;
        this.bus = bus;
    }

    /** The sites, which the API calls receivers, those with the most waiting email first. */
    record SitesResponse(List<SiteState> receivers) {}

    /** The command that went to all nodes. */
    record CommandResponse(String site, Optional<String> source, Action action) {}

    /**
     * A body that names a site.
     *
     * @param source the egress source; absent: all
     * @param minutes the length of a pause; absent: an hour
     * @param reason of a pause
     */
    record SiteRequest(String site, Optional<String> source, Optional<Integer> minutes, Optional<String> reason) {

        static SiteRequest ofSite(JsonBody body) {
            var site = body.text("site", 1, MAX_SITE);
            var source = body.optionalText("source", 1, MAX_SITE);
            return body.build(() -> new SiteRequest(site, source, Optional.empty(), Optional.empty()));
        }

        static SiteRequest ofPause(JsonBody body) {
            var site = body.text("site", 1, MAX_SITE);
            var source = body.optionalText("source", 1, MAX_SITE);
            var minutes = readMinutes(body);
            var reason = body.optionalText("reason", 1, MAX_WORDS);
            return body.build(() -> new SiteRequest(site, source, minutes, reason));
        }
    }

    private static Optional<Integer> readMinutes(JsonBody body) {
        body.expects("minutes", MemberType.whole(1, MAX_MINUTES));
        var value = body.raw("minutes");
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof Integer whole && whole >= 1 && whole <= MAX_MINUTES) {
            return Optional.of(whole);
        }
        body.issue("minutes", "custom", "Expected a whole number from 1 to " + MAX_MINUTES);
        return Optional.empty();
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/receivers")
                .access(Access.USER)
                .query(query -> query.text("site"))
                .answers(SitesResponse.class)
                .fails(Kind.FORBIDDEN)
                .to(call -> asOperator(call, () -> list(call.query().text("site"))));
        api.post("/receivers/pause")
                .access(Access.USER)
                .body(SiteRequest::ofPause)
                .answers(CommandResponse.class)
                .to(call -> asOperator(call, () -> command(SiteRequest.ofPause(call.body()), Action.PAUSE)));
        api.post("/receivers/resume")
                .access(Access.USER)
                .body(SiteRequest::ofSite)
                .answers(CommandResponse.class)
                .to(call -> asOperator(call, () -> command(SiteRequest.ofSite(call.body()), Action.RESUME)));
        api.post("/receivers/try-now")
                .access(Access.USER)
                .body(SiteRequest::ofSite)
                .answers(CommandResponse.class)
                .to(call -> asOperator(call, () -> command(SiteRequest.ofSite(call.body()), Action.TRY_NOW)));
    }

    private Future<SitesResponse> list(Optional<String> site) {
        return store.latest(database.requests(), site, SHOWN).map(SitesResponse::new);
    }

    private Future<CommandResponse> command(SiteRequest request, Action action) {
        var until = Instant.now().plus(Duration.ofMinutes(request.minutes().orElse(DEFAULT_MINUTES)));
        bus.publish(
                SiteCommand.TOPIC,
                new SiteCommand(
                        request.site(),
                        request.source().orElse(""),
                        action,
                        until.toEpochMilli(),
                        request.reason().orElse("An operator paused it.")));
        var woken = action == Action.PAUSE
                ? Future.<Void>succeededFuture()
                : store.wake(database.requests(), request.site());
        return woken.map(new CommandResponse(request.site(), request.source(), action));
    }

    private <T> Future<ApiResponse> asOperator(ApiRequest call, Supplier<Future<T>> work) {
        var user = call.user().orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "A key is no user"));
        return operators.require(user.user()).compose(ignored -> work.get()).map(ApiResponse::ok);
    }
}
