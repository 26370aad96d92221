package io.godwit.segments;

import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.SegmentStore.FirstCount;
import io.godwit.segments.filter.Filter;
import io.godwit.web.ExpectedVersion;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates, changes and deletes segments, in the caller's transaction. */
public final class SegmentEditor {

    private final SegmentService segments;
    private final SegmentUsages usages;
    private final SegmentStore store = new SegmentStore();
    private final MemberPageStore pages = new MemberPageStore();

    public SegmentEditor(SegmentService segments, SegmentUsages usages) {
        this.segments = segments;
        this.usages = usages;
    }

    public Future<Segment> create(SqlClient tx, Tenant tenant, SegmentRequest.Create request, FirstCount count) {
        var id = new SegmentId(Ids.next());
        var slug = SegmentSlug.of(request.name(), id);
        return store.lock(tx, tenant)
                .compose(ignored -> check(tx, tenant, Optional.of(id), request.filter()))
                .compose(ignored -> store.slugs(tx, tenant, slug))
                .compose(usedSlugs -> store.insert(tx, tenant, id, SegmentSlug.free(slug, usedSlugs), request, count));
    }

    /** The result of a change; {@code anew} when the filter or the tracking changed, so that members must be computed again. */
    public record SegmentChange(Segment segment, boolean anew) {}

    /** Changes a segment; fails as {@link ExpectedVersion#require} tells for one of another version. */
    public Future<SegmentChange> change(
            SqlClient tx, Tenant tenant, SegmentId id, SegmentRequest.Change change, ExpectedVersion expected) {
        return store.lock(tx, tenant)
                .compose(ignored -> check(tx, tenant, Optional.of(id), change.filter()))
                .compose(ignored -> store.lock(tx, tenant, id))
                .map(found -> found.orElseThrow(() -> SegmentService.notFound(id.toString())))
                .compose(before -> {
                    expected.require(before.version());
                    return write(tx, tenant, before, changed(before, change));
                });
    }

    private Future<SegmentChange> write(SqlClient tx, Tenant tenant, Segment before, Segment after) {
        var anew = before.type() == SegmentType.DYNAMIC
                && (!before.filter().equals(after.filter()) || before.trackMembership() != after.trackMembership());
        return store.update(tx, tenant, after, anew)
                .compose(segment -> (anew ? pages.delete(tx, tenant, segment.id()) : Future.<Void>succeededFuture())
                        .map(new SegmentChange(segment, anew)))
                .compose(change -> before.filter().equals(after.filter())
                        ? Future.succeededFuture(change)
                        : outdateDependents(tx, tenant, before.id()).map(change));
    }

    /** The recorded members of tracked segments that lead to the segment are those of an earlier filter from now on. */
    private Future<Void> outdateDependents(SqlClient tx, Tenant tenant, SegmentId id) {
        return store.all(tx, tenant).compose(all -> {
            var dependents = dependents(all, id);
            return dependents.isEmpty() ? Future.succeededFuture() : store.outdate(tx, tenant, dependents);
        });
    }

    /** Returns the segments whose filters lead to a segment, by themselves or through others. */
    private static Set<SegmentId> dependents(List<Segment> all, SegmentId id) {
        var reached = new HashSet<>(Set.of(id));
        var added = true;
        while (added) {
            var leading = all.stream()
                    .filter(segment -> segment.filter()
                            .filter(filter -> !Collections.disjoint(SegmentService.referred(filter), reached))
                            .isPresent())
                    .map(Segment::id)
                    .toList();
            added = reached.addAll(leading);
        }
        reached.remove(id);
        return reached;
    }

    private static Segment changed(Segment before, SegmentRequest.Change change) {
        var tracked = change.trackMembership().orElse(before.trackMembership());
        return new Segment(
                before.id(),
                change.name().orElse(before.name()),
                before.slug(),
                change.clearsDescription()
                        ? Optional.empty()
                        : change.description().or(before::description),
                before.type(),
                change.filter().or(before::filter),
                tracked,
                before.settled() && tracked,
                before.current(),
                before.memberCount(),
                before.counted(),
                before.version(),
                before.createdAt(),
                before.updatedAt());
    }

    /** Fails when the filter leads to a segment that is not there, to too many, or back to the segment itself. */
    public Future<Void> check(SqlClient db, Tenant tenant, Optional<SegmentId> itself, Optional<Filter> filter) {
        var referred = filter.map(SegmentService::referred).orElse(Set.of());
        if (referred.isEmpty()) {
            return Future.succeededFuture();
        }
        return segments.reachable(db, tenant, Map.of(), referred).map(reached -> {
            referred.stream()
                    .filter(id -> itself.filter(id::equals).isEmpty() && !reached.containsKey(id))
                    .findFirst()
                    .ifPresent(unknown -> {
                        throw SegmentService.notFound(unknown.toString());
                    });
            if (itself.filter(id -> referred.contains(id) || reached.containsKey(id))
                    .isPresent()) {
                throw Failure.invalid("filters", "custom", "A segment cannot depend on itself");
            }
            if (reached.size() > SegmentService.MAX_SEGMENTS) {
                throw Failure.invalid(
                        "filters",
                        "too_big",
                        "A filter may lead to at most " + SegmentService.MAX_SEGMENTS + " segments");
            }
            return null;
        });
    }

    public Future<Void> delete(SqlClient tx, Tenant tenant, SegmentId id) {
        return store.lock(tx, tenant, id)
                .map(found -> found.orElseThrow(() -> SegmentService.notFound(id.toString())))
                .compose(ignored -> usages.active(tx, tenant, id))
                .compose(active -> active == 0 ? store.delete(tx, tenant, id) : Future.failedFuture(inUse(active)))
                .compose(ignored -> outdateDependents(tx, tenant, id));
    }

    private static Failure inUse(int users) {
        return Failure.of(
                Failure.Kind.CONFLICT,
                "Campaigns that have not ended, or workflows, use this segment (" + users
                        + "). End them, or take the segment out of them, first.");
    }
}
