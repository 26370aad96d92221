package io.godwit.campaigns;

import io.godwit.bus.Bus;
import io.godwit.campaigns.CampaignMessages.Due;
import io.godwit.campaigns.CampaignStatsStore.StatsSnapshot;
import io.godwit.core.CopyName;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.segments.SegmentService;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Creates campaigns and changes their state, in the caller's transaction; a transition from the wrong state is a conflict. */
final class CampaignService {

    private final Database database;
    private final Bus bus;
    private final CampaignStore store = new CampaignStore();
    private final CampaignStats stats;

    CampaignService(Database database, Bus bus, CampaignStats stats) {
        this.database = database;
        this.bus = bus;
        this.stats = stats;
    }

    /** With what became of it until now. */
    Future<Campaign> find(Tenant tenant, CampaignId id) {
        return found(database.requests(), tenant, id)
                .compose(campaign -> campaign.startedAt().isEmpty()
                        ? Future.succeededFuture(campaign)
                        : stats.stats(tenant, id)
                                .map(snapshot -> campaign.with(
                                        snapshot.map(StatsSnapshot::counts).orElse(CampaignCounts.NONE))));
    }

    Future<Campaign> found(SqlClient db, Tenant tenant, CampaignId id) {
        return store.find(db, tenant, id).map(found -> found.orElseThrow(() -> notFound(id.toString())));
    }

    Future<Campaign> insert(SqlClient tx, Tenant tenant, CampaignDraft draft, long recipients) {
        return lockSegment(tx, tenant, draft)
                .compose(ignored -> store.insert(tx, tenant, new CampaignId(Ids.next()), draft, recipients));
    }

    /** Copies a campaign, whose segment may have been deleted. */
    Future<Campaign> copy(SqlClient tx, Tenant tenant, Campaign source, long recipients) {
        var draft = source.draft();
        return draft.audience()
                .segment()
                .map(segment -> store.lockSegment(tx, tenant, segment))
                .orElseGet(() -> Future.succeededFuture(true))
                .compose(ignored -> store.insert(tx, tenant, new CampaignId(Ids.next()), copy(draft), recipients));
    }

    private static CampaignDraft copy(CampaignDraft draft) {
        return new CampaignDraft(
                CopyName.of(draft.name(), CampaignRequest.MAX_NAME),
                draft.description(),
                draft.subject(),
                draft.body(),
                draft.from(),
                draft.fromName(),
                draft.replyTo(),
                draft.type(),
                draft.audience());
    }

    /** Empty when it has changed since it was {@code before}, or may not change any more. */
    Future<Optional<Campaign>> replace(
            SqlClient tx, Tenant tenant, Campaign before, CampaignDraft draft, long recipients) {
        return lockSegment(tx, tenant, draft).compose(ignored -> store.update(tx, tenant, before, draft, recipients));
    }

    private Future<Void> lockSegment(SqlClient tx, Tenant tenant, CampaignDraft draft) {
        return draft.audience()
                .segment()
                .map(segment -> store.lockSegment(tx, tenant, segment).map(found -> {
                    if (!found) {
                        throw SegmentService.notFound(segment.toString());
                    }
                    return (Void) null;
                }))
                .orElseGet(Future::succeededFuture);
    }

    Future<Void> delete(Tenant tenant, CampaignId id) {
        return database.transaction(tx -> store.delete(tx, tenant, id)
                .compose(deleted -> deleted ? Future.<Campaign>succeededFuture() : refused(tx, tenant, id, "deleted"))
                .mapEmpty());
    }

    /** By the clock that campaigns begin by. */
    Future<Instant> now() {
        return store.now(database.requests());
    }

    Future<Campaign> schedule(SqlClient tx, Tenant tenant, CampaignId id, Instant at) {
        return moved(tx, tenant, id, "scheduled", db -> store.schedule(db, tenant, id, at));
    }

    /** Begins to send; {@code recipients} is the size of the audience where it was counted. */
    Future<Campaign> begin(SqlClient tx, Tenant tenant, CampaignId id, Optional<Long> recipients) {
        return moved(tx, tenant, id, "sent", db -> store.begin(db, tenant, id, new ContentId(Ids.next()), recipients));
    }

    Future<Campaign> cancel(SqlClient tx, Tenant tenant, CampaignId id) {
        return moved(tx, tenant, id, "cancelled", db -> store.cancel(db, tenant, id));
    }

    Future<Campaign> pause(SqlClient tx, Tenant tenant, CampaignId id) {
        return moved(tx, tenant, id, "paused", db -> store.pause(db, tenant, id));
    }

    Future<Campaign> resume(SqlClient tx, Tenant tenant, CampaignId id) {
        return moved(tx, tenant, id, "resumed", db -> store.resume(db, tenant, id));
    }

    private Future<Campaign> moved(
            SqlClient tx,
            Tenant tenant,
            CampaignId id,
            String word,
            Function<SqlClient, Future<Optional<Campaign>>> move) {
        return move.apply(tx)
                .compose(moved -> moved.map(Future::succeededFuture).orElseGet(() -> refused(tx, tenant, id, word)));
    }

    private Future<Campaign> refused(SqlClient tx, Tenant tenant, CampaignId id, String word) {
        return found(tx, tenant, id).compose(campaign -> refused(campaign, word));
    }

    static Future<Campaign> refused(Campaign campaign, String word) {
        return Future.failedFuture(
                Failure.of(Kind.CONFLICT, "The campaign is " + campaign.status() + " and cannot be " + word + " now"));
    }

    /** After the commit; see {@link CampaignMessages#DUE}. */
    void publishDue(Tenant tenant, CampaignId id) {
        bus.publish(CampaignMessages.DUE, new Due(tenant.project().value(), id.value()));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.CAMPAIGN_NOT_FOUND, "Campaign", id);
    }
}
