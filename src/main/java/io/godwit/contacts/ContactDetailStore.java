package io.godwit.contacts;

import io.godwit.contacts.ContactBatchWriter.ContactKey;
import io.godwit.contacts.ContactBatchWriter.ContactRow;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Reads whole rows of the {@code contacts} table, of any projects, many at a time. */
final class ContactDetailStore {

    private static final String FIND = """
            SELECT contacts.project_id, contacts.id, contacts.email, contacts.subscribed, contacts.opt_out, contacts.data::text,
                   contacts.created_at, contacts.updated_at, contacts.public_fields
              FROM unnest($1::uuid[], $2::uuid[]) AS requested (project_id, id)
              JOIN contacts ON contacts.project_id = requested.project_id AND contacts.id = requested.id
            """;

    private static final String LOCK = FIND + """
               FOR UPDATE OF contacts SKIP LOCKED
            """;

    Future<List<ContactRow>> find(SqlClient db, List<ContactKey> wanted) {
        return find(db, FIND, wanted);
    }

    Future<List<ContactRow>> lockAvailable(SqlClient tx, List<ContactKey> wanted) {
        return find(tx, LOCK, wanted);
    }

    private static Future<List<ContactRow>> find(SqlClient db, String sql, List<ContactKey> wanted) {
        var projects = wanted.stream().map(key -> key.project().value()).toArray(UUID[]::new);
        var ids = wanted.stream().map(key -> key.id().value()).toArray(UUID[]::new);
        return db.preparedQuery(sql)
                .mapping(ContactDetailStore::contact)
                .execute(Tuple.of(projects, (Object) ids))
                .map(rows -> rows.stream().toList());
    }

    private static ContactRow contact(Row row) {
        return new ContactRow(
                new ProjectId(row.getUUID(0)),
                Contact.stored(
                        new ContactId(row.getUUID(1)),
                        row.getBoolean(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(8)),
                new EmailAddress(row.getString(2)),
                row.getOffsetDateTime(6).toInstant(),
                row.getOffsetDateTime(7).toInstant());
    }
}
