package io.godwit.contacts.api;

import io.godwit.contacts.ContactCounts;
import io.godwit.contacts.ContactResponse;
import io.godwit.contacts.api.ContactListStore.Found;
import io.godwit.core.EmailAddress;
import io.godwit.core.Page;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Lists and finds contacts for the API. Safe to use from any context. */
final class ContactLister {

    /** No address is longer (see {@link EmailAddress}), so nothing longer is part of one. */
    private static final int MAX_ADDRESS_LENGTH = 254;

    private final Database database;
    private final ContactCounts counts;
    private final ContactListStore store = new ContactListStore();
    private final ContactSearchStore searches = new ContactSearchStore();

    ContactLister(Database database, ContactCounts counts) {
        this.database = database;
        this.counts = counts;
    }

    /**
     * One page behind {@code after}. The first tells how many the filter finds: from the counts; for a text, as {@link
     * ContactSearchStore} counts it; otherwise counted up to {@link ContactListStore#MAX_FOUND}.
     */
    Future<Page<ContactResponse>> page(
            Tenant tenant,
            ContactFilter filter,
            Optional<Position> after,
            int limit,
            Function<Position, String> cursor) {
        if (filter.search().filter(ContactLister::isInNoAddress).isPresent()) {
            return Future.succeededFuture(new Page<>(List.of(), Optional.empty(), false, 0));
        }
        return found(tenant, filter, after, limit + 1).map(found -> page(tenant, found, limit, cursor));
    }

    private static boolean isInNoAddress(String text) {
        return text.length() > MAX_ADDRESS_LENGTH || text.indexOf('\n') >= 0;
    }

    private Future<Found> found(Tenant tenant, ContactFilter filter, Optional<Position> after, int limit) {
        if (filter.search().isPresent()) {
            return searched(tenant, filter, after, limit);
        }
        if (after.isPresent()) {
            return page(tenant, filter, after, limit, 0);
        }
        return filter.selected().isPresent()
                ? counted(tenant, filter, limit)
                : counts.total(tenant, filter.subscribed()).compose(total -> page(tenant, filter, after, limit, total));
    }

    private Future<Found> page(Tenant tenant, ContactFilter filter, Optional<Position> after, int limit, long total) {
        return store.page(pool(filter), tenant, filter, after, limit).map(page -> new Found(page, total));
    }

    /** The pool with plans for all values, except for a segment: its best plan depends on its size. */
    private Pool pool(ContactFilter filter) {
        return filter.selected().isPresent() ? database.requests() : database.lists();
    }

    /** Contacts with a frequent text fill a page soon, so they are read in their order. */
    private Future<Found> searched(Tenant tenant, ContactFilter filter, Optional<Position> after, int limit) {
        return searches.search(pool(filter), tenant, filter, after, limit).compose(found -> {
            if (found.isRare()) {
                return Future.succeededFuture(new Found(found.contacts(), after.isPresent() ? 0 : found.total()));
            }
            return after.isPresent() || filter.isSearchOnly()
                    ? page(tenant, filter, after, limit, after.isPresent() ? 0 : found.addresses())
                    : counted(tenant, filter, limit);
        });
    }

    /**
     * One scan of all contacts, in the order of their creation, answers everything. With more matches than it keeps it may miss
     * the first of another order, but a second scan finds those soon.
     */
    private Future<Found> counted(Tenant tenant, ContactFilter filter, int limit) {
        return store.firstPage(database.requests(), tenant, filter, limit)
                .compose(found -> found.total() < ContactListStore.MAX_FOUND || !filter.byEmail()
                        ? Future.succeededFuture(found)
                        : page(tenant, filter, Optional.empty(), limit, found.total()));
    }

    private static Page<ContactResponse> page(
            Tenant tenant, Found found, int limit, Function<Position, String> cursor) {
        var contacts = found.contacts();
        var hasMore = contacts.size() > limit;
        var items = contacts.stream()
                .limit(limit)
                .map(contact -> ContactResponse.of(tenant, contact))
                .toList();
        var next = hasMore ? Optional.of(cursor.apply(position(items.get(limit - 1)))) : Optional.<String>empty();
        return new Page<>(items, next, hasMore, found.total());
    }

    private static Position position(ContactResponse last) {
        return new Position(last.email().value(), last.id().value());
    }
}
