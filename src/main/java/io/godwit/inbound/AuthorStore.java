package io.godwit.inbound;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** Finds and creates the {@code contacts} of authors of inbound mail. */
final class AuthorStore {

    Future<Optional<ContactId>> find(SqlClient db, ProjectId project, EmailAddress address) {
        return db.preparedQuery("SELECT id FROM contacts WHERE project_id = $1 AND email = $2")
                .mapping(row -> new ContactId(row.getUUID(0)))
                .execute(Tuple.of(project.value(), address.value()))
                .map(rows -> rows.stream().findFirst());
    }
}
