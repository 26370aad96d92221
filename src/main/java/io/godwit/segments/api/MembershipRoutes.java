package io.godwit.segments.api;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentService;
import io.godwit.segments.SegmentStore;
import io.godwit.segments.SegmentType;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The route {@code /contacts/:id/segments}: the segments a contact is in. */
final class MembershipRoutes implements Routes {

    /** The number of filters that one statement evaluates. */
    private static final int BATCH = 50;

    private final Database database;
    private final SegmentService segments;
    private final SegmentStore store = new SegmentStore();
    private final ExplainStore contacts = new ExplainStore();

    MembershipRoutes(SegmentDependencies dependencies) {
        this.database = dependencies.database();
        this.segments = dependencies.segments();
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/contacts/:id/segments").answers(ContactSegmentsResponse.class).to(this::memberships);
    }

    /** The segments a contact is in now, the newest first. */
    record ContactSegmentsResponse(List<ContactSegment> data) {}

    /**
     * A segment the contact is in.
     *
     * @param since when it became a member; empty for a segment whose members are not recorded
     */
    record ContactSegment(
            SegmentId id, String name, SegmentType type, boolean trackMembership, Optional<Instant> since) {}

    private Future<ApiResponse> memberships(ApiRequest call) {
        var tenant = call.tenant();
        var text = call.path("id");
        var id = Ids.parse(text);
        if (id.isEmpty()) {
            return Future.failedFuture(unknown(text));
        }
        var contact = new ContactId(id.get());
        return contacts.known(database.requests(), tenant, id, Optional.empty())
                .map(found -> found.orElseThrow(() -> unknown(text)))
                .compose(ignored -> memberships(tenant, contact))
                .map(found -> ApiResponse.ok(new ContactSegmentsResponse(found)));
    }

    private Future<List<ContactSegment>> memberships(Tenant tenant, ContactId contact) {
        return store.all(database.requests(), tenant)
                .compose(all -> contacts.entries(database.requests(), tenant, contact)
                        .compose(entries -> matching(tenant, contact, evaluated(all), all, 0, new HashSet<>())
                                .map(matching -> members(all, entries, matching))));
    }

    /** The segments whose filters decide, because their members are not recorded. */
    private static List<Segment> evaluated(List<Segment> all) {
        return all.stream()
                .filter(segment -> segment.type() == SegmentType.DYNAMIC && !segment.isTracked())
                .toList();
    }

    private Future<Set<SegmentId>> matching(
            Tenant tenant,
            ContactId contact,
            List<Segment> candidates,
            List<Segment> all,
            int from,
            Set<SegmentId> found) {
        if (from >= candidates.size()) {
            return Future.succeededFuture(found);
        }
        var batch = candidates.subList(from, Math.min(from + BATCH, candidates.size()));
        return segments.matching(database.requests(), tenant, contact, batch, all)
                .compose(some -> {
                    found.addAll(some);
                    return matching(tenant, contact, candidates, all, from + BATCH, found);
                });
    }

    private static List<ContactSegment> members(
            List<Segment> all, Map<SegmentId, Instant> entries, Set<SegmentId> matching) {
        var members = new ArrayList<ContactSegment>();
        for (var segment : all) {
            var recorded = segment.type() == SegmentType.STATIC || segment.isTracked();
            if (recorded ? entries.containsKey(segment.id()) : matching.contains(segment.id())) {
                members.add(new ContactSegment(
                        segment.id(),
                        segment.name(),
                        segment.type(),
                        segment.trackMembership(),
                        recorded ? Optional.ofNullable(entries.get(segment.id())) : Optional.empty()));
            }
        }
        return members;
    }

    private static Failure unknown(String contact) {
        return Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", contact);
    }
}
