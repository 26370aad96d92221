package io.godwit.contacts.bulk;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactWriter;
import io.godwit.contacts.ContactWriter.ContactResult;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Applies a bulk operation to contacts and counts the results. */
final class BulkAction {

    private final ContactWriter contacts;
    private final BulkOperation operation;
    private final SubscriptionAuthority authority;
    private final ConsentSource source;
    private final BulkCounts counts;

    BulkAction(
            ContactWriter contacts,
            BulkOperation operation,
            SubscriptionAuthority authority,
            ConsentSource source,
            BulkCounts counts) {
        this.contacts = contacts;
        this.operation = operation;
        this.authority = authority;
        this.source = source;
        this.counts = counts;
    }

    BulkCounts counts() {
        return counts;
    }

    /** Answers those that were there. */
    Future<Set<ContactId>> apply(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(Set.of());
        }
        return operation == BulkOperation.DELETE ? delete(tx, tenant, ids) : flip(tx, tenant, ids);
    }

    private Future<Set<ContactId>> delete(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        return contacts.delete(tx, tenant, ids)
                .onSuccess(deletedIds -> counts.done(deletedIds.size()))
                .map(HashSet::new);
    }

    private Future<Set<ContactId>> flip(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        var wanted = Optional.of(operation == BulkOperation.SUBSCRIBE);
        return contacts.update(tx, tenant, ids, source, contact -> contact.with(wanted, authority, DataPatch.NONE))
                .map(result -> {
                    var found = new HashSet<ContactId>();
                    result.forEach(one -> {
                        count(one);
                        one.contact().ifPresent(contact -> found.add(contact.id()));
                    });
                    return found;
                });
    }

    private void count(ContactResult one) {
        var optedOut = operation == BulkOperation.SUBSCRIBE
                && one.contact().flatMap(Contact::optOut).isPresent();
        counts.done(one.isChanged(), optedOut);
    }
}
