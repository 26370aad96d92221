package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.stream.StreamSupport;

/** Reads contacts for API answers from rows of any query on the {@code contacts} table. */
public final class ContactRows {

    private ContactRows() {}

    /** Reads contacts of rows that have the columns under their own names, {@code data} as text. */
    public static List<StoredContact> contacts(RowSet<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(ContactRows::contact)
                .toList();
    }

    static StoredContact contact(Row row) {
        return new StoredContact(
                new ContactId(row.getUUID("id")),
                new EmailAddress(row.getString("email")),
                row.getBoolean("subscribed"),
                row.getString("data"),
                row.getOffsetDateTime("created_at").toInstant(),
                row.getOffsetDateTime("updated_at").toInstant());
    }
}
