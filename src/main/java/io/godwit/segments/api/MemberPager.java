package io.godwit.segments.api;

import io.godwit.contacts.ContactResponse;
import io.godwit.contacts.StoredContact;
import io.godwit.core.Tenant;
import io.godwit.core.id.SegmentId;
import io.godwit.db.Database;
import io.godwit.segments.MemberPageStore;
import io.godwit.segments.MemberPageStore.PageSlice;
import io.godwit.segments.MemberPageStore.SegmentEditedException;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentMemberStore;
import io.godwit.segments.SegmentService;
import io.godwit.segments.filter.FilterCondition;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the members of a segment page by page. In a small project the filter is evaluated over all contacts for each page. In a
 * large one that would take seconds, so the contacts found are stored, and a page evaluates the filter again for its own contacts
 * alone: contacts that have left are not shown, and new ones are shown some minutes later. The first row of a hundred is stored and
 * shown before the others are computed, which then continue behind its last contact: no member is shown twice or left out.
 */
public final class MemberPager {

    private static final Logger LOG = LoggerFactory.getLogger(MemberPager.class);

    /** The number of contacts in a small project; so many are evaluated in some 50 ms. */
    public static final int SMALL_PROJECT = 20_000;

    /** The first members are looked for among so many of the newest contacts, if their own rows tell: some 10 ms. */
    private static final int NEWEST = 20_000;

    /**
     * The number of newest contacts where the events of each are looked up, which takes 0.05 to 0.5 ms (ten million events,
     * 2026-11-24).
     */
    private static final int NEWEST_WITH_EVENTS = 2_000;

    private final Database database;
    private final SegmentService segments;
    private final Duration every;
    private final int smallProject;
    private final SegmentMemberStore store = new SegmentMemberStore();
    private final MemberPageStore pages = new MemberPageStore();

    /** The segments whose pages are being computed while nobody waits. */
    private final Set<SegmentId> madeBeside = ConcurrentHashMap.newKeySet();

    public MemberPager(SegmentDependencies dependencies, int smallProject) {
        this.database = dependencies.database();
        this.segments = dependencies.segments();
        this.every = dependencies.settings().every();
        this.smallProject = smallProject;
    }

    /**
     * One page as the API shows it; pages count from 1.
     *
     * @param counted false while the members are still being computed; {@code total} is the least number of members then
     */
    public record MemberPage(
            List<ContactResponse> data, long total, boolean counted, int page, int pageSize, long totalPages) {

        static MemberPage of(Tenant tenant, List<StoredContact> members, long total, PagePosition position) {
            return of(tenant, members, total, true, position);
        }

        private static MemberPage of(
                Tenant tenant, List<StoredContact> members, long total, boolean counted, PagePosition position) {
            return new MemberPage(
                    ContactResponse.of(tenant, members),
                    total,
                    counted,
                    position.page(),
                    position.size(),
                    (total + position.size() - 1) / position.size());
        }
    }

    /** The number and size of a page. */
    public record PagePosition(int page, int size) {

        private long offset() {
            return (page - 1L) * size;
        }
    }

    public Future<MemberPage> page(Tenant tenant, Segment segment, PagePosition position) {
        if (segment.filter().isEmpty()) {
            return listed(tenant, segment, position);
        }
        return slice(tenant, segment, position)
                .compose(found -> found.isPresent()
                        ? shown(tenant, segment, position, found.get())
                        : pages.isLarge(database.requests(), tenant, smallProject)
                                .compose(large -> large
                                        ? begun(tenant, segment, position)
                                        : evaluated(tenant, segment, position)));
    }

    /** The count that is kept with every change serves where members are many. */
    private Future<MemberPage> listed(Tenant tenant, Segment segment, PagePosition position) {
        var total = segment.memberCount() > smallProject
                ? Future.succeededFuture(segment.memberCount())
                : store.countListed(database.requests(), tenant, segment.id());
        return total.compose(count -> store.pageListed(
                        database.requests(), tenant, segment.id(), position.offset(), position.size(), count)
                .map(members -> MemberPage.of(tenant, members, count, position)));
    }

    private Future<MemberPage> evaluated(Tenant tenant, Segment segment, PagePosition position) {
        var db = database.requests();
        return segments.all(db, tenant, segment).compose(selection -> store.count(db, selection)
                .compose(total -> store.page(db, selection, position.offset(), position.size())
                        .map(members -> MemberPage.of(tenant, members, total, position))));
    }

    /** Shows the newest members before all are found, if they are easily found. */
    private Future<MemberPage> begun(Tenant tenant, Segment segment, PagePosition position) {
        return segments.newest(database.requests(), tenant, segment, newest(segment))
                .compose(newest -> pages.begin(database.requests(), tenant, segment, newest))
                .compose(ignored -> slice(tenant, segment, position))
                .compose(found -> found.map(slice -> shown(tenant, segment, position, slice))
                        .orElseGet(() -> made(tenant, segment, position)));
    }

    private static int newest(Segment segment) {
        return segment.filter().orElseThrow().conditions().allMatch(FilterCondition::asksContact)
                ? NEWEST
                : NEWEST_WITH_EVENTS;
    }

    private Future<MemberPage> shown(Tenant tenant, Segment segment, PagePosition position, PageSlice slice) {
        if (!slice.covers(position.offset(), position.size())) {
            return made(tenant, segment, position);
        }
        if (!isFresh(slice)) {
            makeBeside(tenant, segment);
        }
        return read(tenant, segment, position, slice);
    }

    /** Evaluates the filter as it was for a caller whose segment was edited meanwhile. */
    private Future<MemberPage> made(Tenant tenant, Segment segment, PagePosition position) {
        return make(tenant, segment)
                .compose(ignored -> slice(tenant, segment, position))
                .compose(found -> found.map(slice -> read(tenant, segment, position, slice))
                        .orElseGet(() -> evaluated(tenant, segment, position)));
    }

    private Future<MemberPage> read(Tenant tenant, Segment segment, PagePosition position, PageSlice slice) {
        return segments.findAll(database.requests(), tenant, segment, slice.contacts())
                .compose(selection -> store.page(database.requests(), selection, 0, position.size()))
                .map(members -> MemberPage.of(tenant, members, slice.total(), slice.complete(), position));
    }

    private boolean isFresh(PageSlice slice) {
        return slice.complete() && slice.age().compareTo(every) <= 0;
    }

    private Future<Optional<PageSlice>> slice(Tenant tenant, Segment segment, PagePosition position) {
        return pages.slice(database.requests(), tenant, segment.id(), position.offset(), position.size());
    }

    /** Computes the pages without the caller, who is answered with what there is; once at a time on this node. */
    private void makeBeside(Tenant tenant, Segment segment) {
        if (madeBeside.add(segment.id())) {
            make(tenant, segment)
                    .onComplete(ignored -> madeBeside.remove(segment.id()))
                    .onFailure(cause -> LOG.atWarn()
                            .addKeyValue("project", tenant.project())
                            .setCause(cause)
                            .log("The pages of a segment could not be computed; they are with the next look"));
        }
    }

    private Future<Void> make(Tenant tenant, Segment segment) {
        return segments.semaphore()
                .run(tenant.project(), () -> database.workerTransaction(tx -> make(tx, tenant, segment)))
                .recover(cause -> cause instanceof SegmentEditedException
                        ? Future.succeededFuture()
                        : Future.failedFuture(cause));
    }

    /** Computes the pages, unless another caller has computed them while this one waited for the lock. */
    private Future<Void> make(SqlClient tx, Tenant tenant, Segment segment) {
        return pages.lock(tx, segment.id())
                .compose(ignored -> pages.slice(tx, tenant, segment.id(), 0, 1))
                .compose(found -> found.filter(this::isFresh).isPresent()
                        ? Future.succeededFuture()
                        : store.raiseWorkMemory(tx)
                                .compose(ignored -> segments.all(tx, tenant, segment))
                                .compose(selection -> pages.make(tx, tenant, segment, selection)));
    }
}
