package io.godwit.events;

import io.godwit.core.AsyncLoop;
import io.godwit.core.AsyncLoop.Iteration;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import io.godwit.db.Database;
import io.godwit.events.EventDeletionStore.Deleted;
import io.godwit.events.EventUsages.Uses;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Lists, counts and deletes events. */
final class EventLog {

    /** The events deleted by one transaction, some hundred milliseconds of work. */
    private static final int DELETED_BATCH_SIZE = 5_000;

    private static final UUID LOWEST = new UUID(0, 0);

    private final Database database;
    private final EventUsages usages;
    private final EventDeletionStore store = new EventDeletionStore();
    private final EventListStore lists = new EventListStore();
    private final EventCountStore counts = new EventCountStore();

    EventLog(Database database, EventUsages usages) {
        this.database = database;
        this.usages = usages;
    }

    /** The usages of an event name, and the numbers of its events and contacts. */
    record NameUsage(Uses uses, long events, long contacts) {}

    /** Lists events, newest first; {@code total} is counted on the first page only. */
    Future<EventListResponse> page(Tenant tenant, EventFilter filter, int limit, Function<EventId, String> cursor) {
        var total = filter.before().isPresent() ? Future.succeededFuture(0L) : total(tenant, filter);
        return lists.list(database.requests(), tenant, filter, limit + 1)
                .compose(found -> total.map(count -> EventListResponse.of(found, limit, count, cursor)));
    }

    private Future<Long> total(Tenant tenant, EventFilter filter) {
        return filter.contact()
                .map(contact -> lists.countOfContact(database.requests(), tenant, contact))
                .orElseGet(
                        () -> counts(tenant, CountedRange.EVER, filter.name()).map(all -> all.stream()
                                .mapToLong(EventCountStore.Count::count)
                                .sum()));
    }

    /** Checks that the contact exists; fails with {@code CONTACT_NOT_FOUND}. */
    Future<ContactId> requireContact(Tenant tenant, ContactId contact) {
        return lists.contactExists(database.requests(), tenant, contact)
                .compose(exists -> exists
                        ? Future.succeededFuture(contact)
                        : Future.failedFuture(Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", contact.toString())));
    }

    /** The number of each event, most frequent first. */
    Future<List<EventCountStore.Count>> counts(Tenant tenant, CountedRange range, Optional<String> name) {
        var db = database.requests();
        return counts.rolledUntil(db, tenant).compose(until -> counts.counts(db, tenant, range.parts(until), name));
    }

    Future<NameUsage> usage(Tenant tenant, String name) {
        var uses = usages.usages(database.requests(), tenant, name);
        var contacts = counts.contacts(database.requests(), tenant, name);
        return Future.all(uses, contacts)
                .compose(ignored -> counts(tenant, CountedRange.EVER, Optional.of(name)))
                .map(found -> new NameUsage(
                        uses.result(),
                        found.stream().mapToLong(EventCountStore.Count::count).sum(),
                        contacts.result()));
    }

    /**
     * Deletes every event of this name, some thousand in each transaction; deleted events stay deleted when a later
     * transaction fails. Completes with their number. Fails with {@code BAD_REQUEST} when a segment, a
     * workflow or a campaign that has not ended uses the name.
     */
    Future<Long> delete(Tenant tenant, String name) {
        return usages.usages(database.requests(), tenant, name)
                .compose(uses -> uses.isEmpty() ? deleteUnused(tenant, name) : Future.failedFuture(inUse()));
    }

    private static Failure inUse() {
        return Failure.of(
                Kind.BAD_REQUEST,
                "A segment, a campaign or a workflow uses this event; take it out there first, see its usage");
    }

    private Future<Long> deleteUnused(Tenant tenant, String name) {
        return AsyncLoop.run(new Deleted(0, LOWEST), before -> deleteBatch(tenant, name, before))
                .map(Deleted::count);
    }

    private Future<Iteration<Deleted>> deleteBatch(Tenant tenant, String name, Deleted before) {
        return database.workerTransaction(tx -> counts.lock(tx, List.of(tenant.project()))
                        .compose(ignored -> store.deleteNamed(tx, tenant, name, before.last(), DELETED_BATCH_SIZE)))
                .map(deleted -> new Iteration<>(before.plus(deleted), deleted.count() == DELETED_BATCH_SIZE));
    }
}
