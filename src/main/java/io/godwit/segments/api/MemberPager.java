package io.godwit.segments.api;

import io.godwit.contacts.ContactResponse;
import io.godwit.contacts.StoredContact;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.segments.MemberPageStore;
import io.godwit.segments.MemberPageStore.PageSlice;
import io.godwit.segments.Segment;
import io.godwit.segments.SegmentMemberStore;
import io.godwit.segments.SegmentService;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the members of a segment page by page. In a small project the filter is evaluated over all contacts for each page. In a
 * large one that would take seconds, so the contacts found are stored, and a page evaluates the filter again for its own contacts
 * alone: contacts that have left are not shown, and new ones are shown some minutes later.
 */
public final class MemberPager {

    private static final Logger LOG = LoggerFactory.getLogger(MemberPager.class);

    /** The number of contacts in a small project; so many are evaluated in some 50 ms. */
    public static final int SMALL_PROJECT = 20_000;

    private final Database database;
    private final SegmentService segments;
    private final Duration every;
    private final int smallProject;
    private final SegmentMemberStore store = new SegmentMemberStore();
    private final MemberPageStore pages = new MemberPageStore();

    public MemberPager(SegmentDependencies dependencies, int smallProject) {
        this.database = dependencies.database();
        this.segments = dependencies.segments();
        this.every = dependencies.settings().every();
        this.smallProject = smallProject;
    }

    /** One page as the API shows it; pages count from 1. */
    public record MemberPage(List<ContactResponse> data, long total, int page, int pageSize, long totalPages) {

        static MemberPage of(Tenant tenant, List<StoredContact> members, long total, PagePosition position) {
            return new MemberPage(
                    ContactResponse.of(tenant, members),
                    total,
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
        return pages.isLarge(database.requests(), tenant, smallProject)
                .compose(large -> large ? cachedPage(tenant, segment, position) : evaluated(tenant, segment, position));
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

    private Future<MemberPage> cachedPage(Tenant tenant, Segment segment, PagePosition position) {
        return slice(tenant, segment, position)
                .compose(found -> found.map(Future::succeededFuture).orElseGet(() -> make(tenant, segment)
                        .compose(ignored -> slice(tenant, segment, position))
                        .map(Optional::orElseThrow)))
                .onSuccess(slice -> renew(tenant, segment, slice))
                .compose(slice -> segments.findAll(database.requests(), tenant, segment, slice.contacts())
                        .compose(selection -> store.page(database.requests(), selection, 0, position.size()))
                        .map(members -> MemberPage.of(tenant, members, slice.total(), position)));
    }

    private Future<Optional<PageSlice>> slice(Tenant tenant, Segment segment, PagePosition position) {
        return pages.slice(database.requests(), tenant, segment.id(), position.offset(), position.size());
    }

    /** Without the caller, who is answered with what there is. */
    private void renew(Tenant tenant, Segment segment, PageSlice slice) {
        if (slice.age().compareTo(every) > 0) {
            make(tenant, segment).onFailure(cause -> LOG.atWarn()
                    .addKeyValue("project", tenant.project())
                    .setCause(cause)
                    .log("The pages of a segment could not be computed again; they are with the next look"));
        }
    }

    /** Computes the pages, unless another caller has computed them while this one waited for the lock. */
    private Future<Void> make(Tenant tenant, Segment segment) {
        return segments.semaphore()
                .run(
                        tenant.project(),
                        () -> database.workerTransaction(tx -> pages.lock(tx, segment.id())
                                .compose(ignored -> pages.slice(tx, tenant, segment.id(), 0, 1))
                                .compose(found ->
                                        found.filter(slice -> slice.age().compareTo(every) <= 0)
                                                        .isPresent()
                                                ? Future.succeededFuture()
                                                : store.raiseWorkMemory(tx)
                                                        .compose(ignored -> segments.all(tx, tenant, segment))
                                                        .compose(selection ->
                                                                pages.make(tx, tenant, segment.id(), selection)))));
    }
}
