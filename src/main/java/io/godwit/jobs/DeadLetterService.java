package io.godwit.jobs;

import io.godwit.core.Page;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.jobs.DeadLetterStore.DeadLetter;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.PageRequest;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lists dead letters (work given up because its node died of it repeatedly), counts them for alarms, and queues them again in
 * bulk.
 */
public final class DeadLetterService implements Routes {

    private static final String PATH = "/dead-letters";
    private static final Duration COUNTED_EVERY = Duration.ofSeconds(15);

    /** Dead letters queued again by one call, at most: a tenth of a second's work. */
    private static final int MAX_RETRIED = 1_000;

    private final Database database;
    private final CursorCodec cursors;
    private final List<DeadLetterRequeuer> kinds;
    private final DeadLetterStore store = new DeadLetterStore();

    public DeadLetterService(Database database, CursorCodec cursors, List<DeadLetterRequeuer> kinds) {
        this.database = database;
        this.cursors = cursors;
        this.kinds = List.copyOf(kinds);
    }

    /** The requeuer of imports and bulk actions. */
    public static DeadLetterRequeuer jobs() {
        return new DeadJobs();
    }

    private record DeadJobs() implements DeadLetterRequeuer {

        @Override
        public Name name() {
            return Name.JOB;
        }

        @Override
        public Future<Integer> retry(SqlClient tx, Tenant tenant, List<UUID> ids) {
            return new JobProgressStore().retry(tx, tenant, ids);
        }
    }

    /** Keeps a gauge for each kind, on the caller's context; stop the loop to end it. */
    public static PollLoop count(Vertx vertx, Database database, MeterRegistry meters) {
        var kindToGauge = new HashMap<String, AtomicLong>();
        for (var requeuer : DeadLetterRequeuer.Name.values()) {
            var gauge = new AtomicLong();
            meters.gauge("godwit.dead.letters", Tags.of("kind", requeuer.name()), gauge);
            kindToGauge.put(requeuer.name(), gauge);
        }
        return PollLoop.start(vertx, "jobs-dead-letters", COUNTED_EVERY, () -> new DeadLetterStore()
                .counts(database.workers())
                .onSuccess(counts -> kindToGauge.forEach((kind, gauge) -> gauge.set(counts.getOrDefault(kind, 0L))))
                .map(Next.IDLE));
    }

    @Override
    public void mount(RouteTable api) {
        api.get(PATH)
                .query(PageRequest::of, query -> query.text("kind"))
                .answers(Page.class, DeadLetter.class)
                .to(this::list);
        api.post(PATH + "/retry")
                .body(RetryRequest::parse)
                .answers(RetriedResponse.class)
                .to(this::retry);
    }

    /** The number of jobs that are tried again. */
    record RetriedResponse(boolean success, int retried) {}

    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var requeuer = DeadLetterRequeuer.Name.of(call.query().text("kind"));
        var page = PageRequest.of(call.query());
        var before = page.cursor()
                .map(cursor -> cursors.read(PATH, tenant.project(), cursor).id());
        var total =
                before.isPresent() ? Future.succeededFuture(0L) : store.count(database.requests(), tenant, requeuer);
        return total.compose(count -> store.page(database.requests(), tenant, requeuer, before, page.size() + 1)
                .map(found -> ApiResponse.ok(page(tenant, found, page.size(), count))));
    }

    private Page<DeadLetter> page(Tenant tenant, List<DeadLetter> found, int size, long total) {
        var shown = found.subList(0, Math.min(size, found.size()));
        var hasMore = found.size() > size;
        var cursor = hasMore
                ? Optional.of(cursors.write(
                        PATH,
                        tenant.project(),
                        new Position("", shown.get(shown.size() - 1).id())))
                : Optional.<String>empty();
        return new Page<>(shown, cursor, hasMore, total);
    }

    /** Queues the {@code ids} of the body's {@code kind} again; without ids all, at most a thousand of each kind per call. */
    private Future<ApiResponse> retry(ApiRequest call) {
        var request = RetryRequest.parse(call.body());
        var wanted = request.kind();
        var ids = request.ids();
        return database.transaction(tx -> {
                    var retried = Future.succeededFuture(0);
                    for (var requeuer : kinds) {
                        if (wanted.isEmpty() || wanted.get().equals(requeuer.name())) {
                            retried = retried.compose(before ->
                                    retry(tx, call.tenant(), requeuer, ids).map(now -> before + now));
                        }
                    }
                    return retried;
                })
                .map(count -> ApiResponse.ok(new RetriedResponse(true, count)));
    }

    /** The body of {@code POST /dead-letters/retry}. */
    private record RetryRequest(Optional<DeadLetterRequeuer.Name> kind, List<UUID> ids) {

        static RetryRequest parse(JsonBody body) {
            var kind = body.optionalEnum("kind", DeadLetterRequeuer.Name.class);
            var ids = readIds(body);
            return body.build(() -> new RetryRequest(kind, ids));
        }
    }

    private static List<UUID> readIds(JsonBody body) {
        body.expects("ids", MemberType.list(MemberType.TEXT, 0, MAX_RETRIED));
        var ids = new ArrayList<UUID>();
        body.optionalList("ids").orElse(List.of()).forEach(id -> Ids.parse(String.valueOf(id))
                .ifPresentOrElse(ids::add, () -> body.issue("ids", "invalid_string", "Expected ids")));
        if (ids.size() > MAX_RETRIED) {
            body.issue("ids", "too_big", "At most " + MAX_RETRIED + " ids");
        }
        return ids;
    }

    private Future<Integer> retry(SqlClient tx, Tenant tenant, DeadLetterRequeuer requeuer, List<UUID> ids) {
        return store.pick(tx, tenant, requeuer.name(), ids, MAX_RETRIED)
                .compose(picked -> picked.isEmpty() ? Future.succeededFuture(0) : requeuer.retry(tx, tenant, picked));
    }
}
