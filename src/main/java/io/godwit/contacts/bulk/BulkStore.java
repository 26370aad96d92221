package io.godwit.contacts.bulk;

import io.godwit.contacts.bulk.BulkRequest.ContactSelection;
import io.godwit.contacts.bulk.ContactSource.Window;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the contacts of a project in windows, the newest first, for bulk operations by query. */
final class BulkStore {

    /**
     * Looks at a window of contacts, whether they match or not: a filter that finds one in a million costs no more a chunk
     * than one that finds all.
     */
    private static final String WINDOW = """
            WITH page AS MATERIALIZED (
                SELECT id, email, subscribed
                  FROM contacts
                 WHERE project_id = $1 AND ($2::uuid IS NULL OR id < $2)
                 ORDER BY id DESC
                 LIMIT $3)
            SELECT id,
                   ($4::text IS NULL OR strpos(email, $4) > 0) AND ($5::boolean IS NULL OR subscribed = $5) AS selected
              FROM page
             ORDER BY id DESC
            """;

    private static final String COUNT = """
            SELECT count(*) AS contacts FROM contacts WHERE project_id = $1
            """;

    Future<Window> window(
            SqlClient tx, Tenant tenant, Optional<ContactId> before, int size, ContactSelection selection) {
        var tuple = Tuple.tuple()
                .addUUID(tenant.project().value())
                .addUUID(before.map(ContactId::value).orElse(null))
                .addInteger(size)
                .addString(selection.search().orElse(null))
                .addBoolean(selection.subscribed().orElse(null));
        return tx.preparedQuery(WINDOW).execute(tuple).map(rows -> {
            var wanted = new ArrayList<ContactId>();
            @Nullable UUID last = null;
            for (var row : rows) {
                last = row.getUUID("id");
                if (row.getBoolean("selected")) {
                    wanted.add(new ContactId(last));
                }
            }
            return new Window(wanted, rows.size(), Optional.ofNullable(last).map(ContactId::new), rows.size() < size);
        });
    }

    Future<Integer> count(SqlClient db, Tenant tenant) {
        return db.preparedQuery(COUNT)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next().getLong("contacts").intValue());
    }
}
