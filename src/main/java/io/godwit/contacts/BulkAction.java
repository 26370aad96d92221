package io.godwit.contacts;

import io.godwit.contacts.ContactWrites.Written;
import io.godwit.core.ContactId;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Does to contacts what a bulk operation asks for, and counts. */
final class BulkAction {

    private final ContactWrites writes;
    private final BulkOperation operation;
    private final Authority authority;
    private final BulkCounts counts;

    BulkAction(ContactWrites writes, BulkOperation operation, Authority authority, BulkCounts counts) {
        this.writes = writes;
        this.operation = operation;
        this.authority = authority;
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
        return writes.delete(tx, tenant, ids)
                .onSuccess(gone -> counts.done(gone.size()))
                .map(HashSet::new);
    }

    private Future<Set<ContactId>> flip(SqlClient tx, Tenant tenant, List<ContactId> ids) {
        var wanted = Optional.of(operation == BulkOperation.SUBSCRIBE);
        return writes.update(tx, tenant, ids, contact -> contact.with(wanted, authority, Patch.NONE))
                .map(written -> {
                    var found = new HashSet<ContactId>();
                    written.forEach(one -> {
                        count(one);
                        one.contact().ifPresent(contact -> found.add(contact.id()));
                    });
                    return found;
                });
    }

    private void count(Written one) {
        var kept = operation == BulkOperation.SUBSCRIBE
                && one.contact().flatMap(Contact::optOut).isPresent();
        counts.done(one.isChanged(), kept);
    }
}
