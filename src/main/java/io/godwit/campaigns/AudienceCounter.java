package io.godwit.campaigns;

import io.godwit.contacts.ContactCounts;
import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.segments.FilterService;
import io.godwit.segments.SegmentService;
import io.vertx.core.Future;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the contacts that would get a campaign now. */
final class AudienceCounter {

    private static final Logger LOG = LoggerFactory.getLogger(AudienceCounter.class);

    private final Database database;
    private final SegmentService segments;
    private final ContactCounts contacts;
    private final AudienceStore store = new AudienceStore();

    AudienceCounter(Database database, SegmentService segments) {
        this.database = database;
        this.segments = segments;
        this.contacts = new ContactCounts(database);
    }

    /**
     * Fails with {@code RESOURCE_NOT_FOUND} when the audience names a segment that is not there. Empty when counting fails or
     * takes longer than 5 s; also when the database goes away meanwhile, which the statement that comes next tells.
     */
    Future<Optional<Long>> count(Tenant tenant, CampaignDraft draft) {
        if (draft.audience().kind() == Audience.Kind.ALL) {
            return contacts.total(tenant, draft.needsSubscription() ? Optional.of(true) : Optional.empty())
                    .map(Optional::of);
        }
        return FilterService.check(
                        segments, database.requests(), tenant, draft.audience().filter())
                .compose(ignored -> selected(tenant, draft));
    }

    private Future<Optional<Long>> selected(Tenant tenant, CampaignDraft draft) {
        return database.workerTransaction(tx -> draft.audience()
                        .selection(tx, tenant, segments)
                        .compose(those -> store.count(tx, those, draft.needsSubscription())))
                .map(Optional::of)
                .recover(error -> isRefusal(error) ? Future.failedFuture(error) : unknown(tenant, error));
    }

    /** A statement that reaches its timeout fails with {@code SERVICE_UNAVAILABLE}, which refuses nothing. */
    private static boolean isRefusal(Throwable error) {
        return error instanceof Failure failure && failure.kind() != Failure.Kind.SERVICE_UNAVAILABLE;
    }

    /** Counts the audience of a copied campaign; 0 when its segment has been deleted. */
    Future<Optional<Long>> ofCopy(Tenant tenant, CampaignDraft draft) {
        return count(tenant, draft)
                .recover(error -> error instanceof Failure failure && failure.kind() == Failure.Kind.RESOURCE_NOT_FOUND
                        ? Future.succeededFuture(Optional.of(0L))
                        : Future.failedFuture(error));
    }

    private static Future<Optional<Long>> unknown(Tenant tenant, Throwable error) {
        LOG.atInfo()
                .addKeyValue("project", tenant.project())
                .addKeyValue("cause", error.getMessage())
                .log("An audience takes too long to count; it is counted when sending begins");
        return Future.succeededFuture(Optional.empty());
    }
}
