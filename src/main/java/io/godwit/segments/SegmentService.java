package io.godwit.segments;

import io.godwit.contacts.FieldUsages;
import io.godwit.core.AsyncSemaphore;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.events.EventUsages;
import io.godwit.segments.filter.ConditionGroup;
import io.godwit.segments.filter.CustomField;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterCondition;
import io.godwit.segments.filter.FilterContext;
import io.godwit.segments.filter.FilterField;
import io.godwit.segments.filter.FilterLogic;
import io.godwit.segments.filter.FilterOperator;
import io.godwit.segments.filter.FilterSql;
import io.godwit.segments.filter.HistoryJoin;
import io.godwit.segments.filter.SegmentDefinition;
import io.godwit.segments.filter.SegmentField;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds segments, selects their members, and finds their usages of fields and events, for other features. Safe to share between
 * threads.
 */
public final class SegmentService {

    /** The project of a pass that chooses its project itself. */
    public static final ProjectId ANY_PROJECT = new ProjectId(new UUID(0, 0));

    /**
     * Passes over all contacts at once on one node. A pass holds one of the worker connections for up to a minute, and sending
     * needs those, too.
     */
    private static final int PASSES = 2;

    /** Max passes that wait on this node, of all projects and of one. */
    private static final int MAX_WAITING = 1_024;

    private static final int MAX_WAITING_PER_PROJECT = 64;

    /** Max segments that a filter may lead to; one that leads to more is refused. */
    static final int MAX_SEGMENTS = 50;

    private final Database database;
    private final AsyncSemaphore<ProjectId> semaphore;
    private final SegmentStore store = new SegmentStore();
    private final SegmentMemberStore members = new SegmentMemberStore();

    public SegmentService(Vertx vertx, Database database) {
        this.database = database;
        this.semaphore =
                new AsyncSemaphore<>(vertx, PASSES, MAX_WAITING, MAX_WAITING_PER_PROJECT, SegmentService::tooMany);
    }

    private static Failure tooMany() {
        return Failure.later(
                Kind.SERVICE_UNAVAILABLE, "Too many segments are being computed; try again in a moment", 5);
    }

    /** The limit of passes over all contacts, fair between projects. */
    public AsyncSemaphore<ProjectId> semaphore() {
        return semaphore;
    }

    /** Finds a segment of the project; fails with {@code RESOURCE_NOT_FOUND} for an unknown or foreign id. */
    public Future<Segment> find(Tenant tenant, SegmentId id) {
        return store.find(database.requests(), tenant, id)
                .map(found -> found.orElseThrow(() -> notFound(id.toString())));
    }

    /** The answer to an id that is unknown, foreign or none. */
    public static Failure notFound(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Segment", id);
    }

    /** All contacts that are in the segment now; its table of members where it has one. */
    public Future<Selection> members(SqlClient db, Tenant tenant, Segment segment) {
        return all(db, tenant, itself(segment));
    }

    /** Returns those of a few contacts that are in the segment now; empty where there is no such segment. */
    public Future<Optional<Set<ContactId>>> among(
            SqlClient db, Tenant tenant, SegmentId segment, List<ContactId> contacts) {
        var filter = new FilterCondition(
                new SegmentField("segment." + segment, segment),
                FilterOperator.MEMBER_OF_SEGMENT,
                null,
                Optional.empty());
        return context(db, tenant, filter).compose(context -> {
            if (!context.segments().containsKey(segment)) {
                return Future.succeededFuture(Optional.empty());
            }
            var sql = new FilterSql(tenant.project(), HistoryJoin.FEW, context);
            var those = "c.id = ANY (" + sql.parameter(MemberPageStore.ids(contacts)) + "::uuid[])";
            var selection = sql.selection(those + " AND " + filter.sql(sql));
            return members.ids(db, selection).map(Optional::of);
        });
    }

    /**
     * Selects the contacts that are in a segment and match a filter. Fails with {@code RESOURCE_NOT_FOUND} for an unknown segment
     * and with a 422 for a text that is no filter.
     *
     * @param segment an id as it was sent
     * @param condition a filter as it was sent under that name
     */
    public Future<Selection> selected(
            SqlClient db, Tenant tenant, Optional<String> segment, Optional<Map<String, @Nullable Object>> condition) {
        var wanted = condition.map(members -> FilterService.sent("condition", members));
        return member(tenant, segment)
                .map(member -> Stream.concat(member.stream(), wanted.stream()).toList())
                .compose(both -> all(db, tenant, new ConditionGroup(FilterLogic.AND, both)));
    }

    private Future<Optional<Filter>> member(Tenant tenant, Optional<String> segment) {
        if (segment.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        var id = segment.flatMap(Ids::parse).map(SegmentId::new).orElseThrow(() -> notFound(segment.get()));
        return find(tenant, id).map(SegmentService::itself).map(Optional::of);
    }

    private static Filter itself(Segment segment) {
        return new FilterCondition(
                new SegmentField("segment." + segment.id(), segment.id()),
                FilterOperator.MEMBER_OF_SEGMENT,
                null,
                Optional.empty());
    }

    /** Selects all contacts that match a filter. */
    public Future<Selection> all(SqlClient db, Tenant tenant, Filter filter) {
        return compiler(db, tenant, filter, HistoryJoin.ALL).map(sql -> sql.selection(filter.requiredSql(sql)));
    }

    /** Selects all contacts that match the filter of a dynamic segment, without its rows of {@code segment_members}. */
    public Future<Selection> all(SqlClient db, Tenant tenant, Segment segment) {
        return all(db, tenant, segment.filter().orElseThrow());
    }

    /** Selects those of the newest contacts that match the filter of a dynamic segment. */
    public Future<Selection> newest(SqlClient db, Tenant tenant, Segment segment, int contacts) {
        var filter = segment.filter().orElseThrow();
        return compiler(db, tenant, filter, HistoryJoin.FEW).map(sql -> sql.newest(contacts, filter.requiredSql(sql)));
    }

    /** Selects those of a few contacts that match the filter of a dynamic segment. */
    public Future<Selection> findAll(SqlClient db, Tenant tenant, Segment segment, List<ContactId> contacts) {
        var filter = segment.filter().orElseThrow();
        return compiler(db, tenant, filter, HistoryJoin.FEW).map(sql -> {
            var those = "c.id = ANY (" + sql.parameter(MemberPageStore.ids(contacts)) + "::uuid[])";
            return sql.selection(those + " AND " + filter.requiredSql(sql));
        });
    }

    private Future<FilterSql> compiler(SqlClient db, Tenant tenant, Filter filter, HistoryJoin join) {
        return context(db, tenant, filter).map(context -> new FilterSql(tenant.project(), join, context));
    }

    /**
     * Returns those of a few dynamic segments whose filters match one contact, by one statement.
     *
     * @param all the segments of the project, which the filters may lead to
     */
    public Future<Set<SegmentId>> matching(
            SqlClient db, Tenant tenant, ContactId contact, List<Segment> candidates, List<Segment> all) {
        var known = all.stream().collect(Collectors.toMap(Segment::id, Function.identity()));
        var paths = all.stream()
                .flatMap(segment -> segment.filter().stream())
                .flatMap(filter -> paths(filter).stream())
                .collect(Collectors.toSet());
        return textFields(db, tenant, paths).compose(texts -> {
            var sql = new FilterSql(tenant.project(), HistoryJoin.FEW, new FilterContext(texts, definitions(known)));
            var columns = candidates.stream()
                    .map(segment -> "coalesce(" + segment.filter().orElseThrow().sql(sql) + ", false)")
                    .toList();
            var selection = sql.selection("c.id = " + sql.parameter(contact.value()));
            return members.flags(db, columns, selection).map(flags -> {
                var matching = new HashSet<SegmentId>();
                for (var at = 0; at < flags.size(); at++) {
                    if (flags.get(at)) {
                        matching.add(candidates.get(at).id());
                    }
                }
                return matching;
            });
        });
    }

    /** Reads the context that the meaning of {@code filter} depends on. */
    public Future<FilterContext> context(SqlClient db, Tenant tenant, Filter filter) {
        return reachable(db, tenant, Map.of(), referred(filter)).compose(known -> {
            var paths = new HashSet<>(paths(filter));
            known.values()
                    .forEach(segment -> segment.definition().filter().ifPresent(other -> paths.addAll(paths(other))));
            return textFields(db, tenant, paths).map(texts -> new FilterContext(texts, definitions(known)));
        });
    }

    private Future<Set<String>> textFields(SqlClient db, Tenant tenant, Set<String> paths) {
        return paths.isEmpty() ? Future.succeededFuture(Set.of()) : store.textFields(db, tenant, paths);
    }

    private static Map<SegmentId, SegmentDefinition> definitions(Map<SegmentId, Segment> known) {
        var definitions = new HashMap<SegmentId, SegmentDefinition>();
        known.forEach((id, segment) -> definitions.put(id, segment.definition()));
        return definitions;
    }

    private static Set<String> paths(Filter filter) {
        return filter.conditions()
                .flatMap(condition -> condition.typedPath().stream())
                .collect(Collectors.toSet());
    }

    static Set<SegmentId> referred(Filter filter) {
        return filter.conditions()
                .filter(condition -> condition.field() instanceof SegmentField)
                .map(condition -> ((SegmentField) condition.field()).segment())
                .collect(Collectors.toSet());
    }

    /**
     * Completes with {@code known} and the segments that {@code wanted} lead to through their filters; stops when they are more than
     * {@link #MAX_SEGMENTS}.
     */
    Future<Map<SegmentId, Segment>> reachable(
            SqlClient db, Tenant tenant, Map<SegmentId, Segment> known, Set<SegmentId> wanted) {
        if (wanted.isEmpty() || known.size() > MAX_SEGMENTS) {
            return Future.succeededFuture(known);
        }
        return store.findAll(db, tenant, wanted).compose(found -> {
            var all = new HashMap<>(known);
            found.forEach(segment -> all.put(segment.id(), segment));
            var next = new HashSet<SegmentId>();
            found.forEach(segment -> segment.filter().ifPresent(filter -> next.addAll(referred(filter))));
            next.removeAll(all.keySet());
            next.removeAll(wanted);
            return reachable(db, tenant, all, next);
        });
    }

    /** Finds the segments whose filters ask about the field, or about what is inside it, for {@link FieldUsages}. */
    public Future<FieldUsages.Uses> fieldUses(Tenant tenant, String field) {
        return using(
                        database.requests(),
                        tenant,
                        used -> used.name().equals(field)
                                || (used instanceof CustomField && used.name().startsWith(field + ".")))
                .map(users -> users.stream()
                        .map(user -> new FieldUsages.Use(user.id().value(), user.name()))
                        .toList())
                .map(uses -> new FieldUsages.Uses(uses, List.of(), List.of()));
    }

    /** Finds the segments whose filters ask about the event, for {@link EventUsages}. */
    public Future<List<EventUsages.Use>> eventUses(SqlClient db, Tenant tenant, String event) {
        return using(db, tenant, field -> field.name().equals("event." + event)).map(users -> users.stream()
                .map(user -> new EventUsages.Use(user.id().value(), user.name()))
                .toList());
    }

    private Future<List<Segment>> using(SqlClient db, Tenant tenant, Predicate<FilterField> filter) {
        return store.all(db, tenant).map(all -> all.stream()
                .filter(segment -> segment.filter().stream()
                        .flatMap(Filter::conditions)
                        .map(FilterCondition::field)
                        .anyMatch(filter))
                .toList());
    }

    /** Deletes the memberships of deleted contacts, without events: an event needs its contact. */
    public Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        return members.deleteMemberships(tx, tenant, contacts);
    }
}
