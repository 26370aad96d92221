package io.godwit.segments.api;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.segments.FilterService;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentService;
import io.godwit.segments.SegmentSizeStore;
import io.godwit.segments.SegmentSizeStore.SegmentSize;
import io.godwit.segments.SegmentStore;
import io.godwit.segments.SegmentUsages;
import io.godwit.segments.SegmentUsages.SegmentUse;
import io.godwit.segments.SegmentUsages.SegmentUserKind;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Serves the size of segments day by day, and the usages of segments. */
final class SegmentHistoryRoutes implements Routes {

    private static final int DEFAULT_DAYS = 30;
    private static final int DEFAULT_HISTORY_DAYS = 90;
    private static final int MAX_SEGMENTS = 100;

    /** The number of usages that are named for each segment. */
    private static final int MAX_USES = 20;

    private final Database database;
    private final SegmentService segments;
    private final SegmentUsages usages;
    private final SegmentStore store = new SegmentStore();
    private final SegmentSizeStore sizes = new SegmentSizeStore();

    SegmentHistoryRoutes(SegmentDependencies dependencies, SegmentUsages usages) {
        this.database = dependencies.database();
        this.segments = dependencies.segments();
        this.usages = usages;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/segments/summaries")
                .query(SegmentHistoryRoutes::ids, SegmentHistoryRoutes::days)
                .answers(List.class, SegmentSummary.class)
                .to(this::summaries);
        api.get("/segments/:id/history")
                .query(query -> query.number("days", DEFAULT_HISTORY_DAYS, 1, SegmentSizeStore.MAX_DAYS))
                .answers(SegmentHistory.class)
                .to(call -> SegmentRoutes.withId(call, id -> history(call, id)));
    }

    /**
     * A segment in a list.
     *
     * @param sizes the oldest first; days on which it was not counted are missing
     * @param uses the number of its usages; {@code usedBy} names the first of them
     */
    record SegmentSummary(SegmentId segmentId, List<SegmentSize> sizes, int uses, List<SegmentUse> usedBy) {}

    /**
     * The size of a segment over time.
     *
     * @param sizes the oldest first; days on which it was not counted are missing
     */
    record SegmentHistory(SegmentId segmentId, List<SegmentSize> sizes) {}

    private static int days(Query query) {
        return query.number("days", DEFAULT_DAYS, 1, SegmentSizeStore.MAX_DAYS);
    }

    /** The ids that are asked for; empty for the newest. An id that is none is an unknown one. */
    private static Set<SegmentId> ids(Query query) {
        var texts = query.text("ids").stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .toList();
        if (texts.size() > MAX_SEGMENTS) {
            throw Failure.invalid("ids", "too_big", "At most " + MAX_SEGMENTS + " segments at once");
        }
        return texts.stream()
                .flatMap(text -> Ids.parse(text.strip()).stream())
                .map(SegmentId::new)
                .collect(Collectors.toSet());
    }

    private Future<ApiResponse> summaries(ApiRequest call) {
        var query = call.query();
        var days = days(query);
        query.check();
        var tenant = call.tenant();
        var ids = ids(query);
        return store.all(database.requests(), tenant)
                .compose(all -> sizes.sizes(database.requests(), tenant, ids, days)
                        .compose(found -> usages.uses(database.requests(), tenant, ids)
                                .map(uses -> all.stream()
                                        .filter(segment -> ids.contains(segment.id()))
                                        .map(segment -> summary(segment, all, found, uses))
                                        .toList())))
                .map(ApiResponse::ok);
    }

    private static SegmentSummary summary(
            Segment segment,
            List<Segment> all,
            Map<SegmentId, List<SegmentSize>> sizes,
            Map<SegmentId, List<SegmentUse>> uses) {
        var id = segment.id();
        var others = all.stream()
                .filter(other -> other.filter()
                        .filter(filter -> FilterService.segments(filter).contains(id))
                        .isPresent())
                .map(other -> new SegmentUse(SegmentUserKind.SEGMENT, other.id().value(), other.name()));
        var users =
                Stream.concat(uses.getOrDefault(id, List.of()).stream(), others).toList();
        return new SegmentSummary(
                id,
                sizes.getOrDefault(id, List.of()),
                users.size(),
                new ArrayList<>(users.subList(0, Math.min(MAX_USES, users.size()))));
    }

    private Future<ApiResponse> history(ApiRequest call, SegmentId id) {
        var days = call.query().number("days", DEFAULT_HISTORY_DAYS, 1, SegmentSizeStore.MAX_DAYS);
        call.query().check();
        return segments.find(call.tenant(), id)
                .compose(ignored -> sizes(call.tenant(), id, days))
                .map(found -> ApiResponse.ok(new SegmentHistory(id, found)));
    }

    private Future<List<SegmentSize>> sizes(Tenant tenant, SegmentId id, int days) {
        return sizes.sizes(database.requests(), tenant, Set.of(id), days)
                .map(found -> found.getOrDefault(id, List.of()));
    }
}
