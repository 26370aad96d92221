package io.godwit.tracking;

import io.godwit.core.Json;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads the data of emails from the {@code events} of their sending. */
public final class EmailEventContextStore {

    private static final String FIND = """
            SELECT events.email_id, (events.data - 'sentAt')::text AS data, events.trigger_depth
              FROM unnest($1::uuid[], $2::uuid[]) AS requested (project_id, id)
              JOIN events ON events.project_id = requested.project_id AND events.email_id = requested.id
             WHERE events.name = 'email.sent'
            """;

    /** Completes with the known contexts; the project of each email is at its index in the other list. */
    public Future<Map<EmailId, EmailEventContext>> find(SqlClient db, List<ProjectId> projects, List<EmailId> emails) {
        return db.preparedQuery(FIND)
                .execute(Tuple.of(projects.stream().map(ProjectId::value).toArray(UUID[]::new), (Object)
                        emails.stream().map(EmailId::value).toArray(UUID[]::new)))
                .map(rows -> {
                    var emailToAbout = new HashMap<EmailId, EmailEventContext>();
                    rows.forEach(row -> emailToAbout.put(
                            new EmailId(row.getUUID(0)),
                            new EmailEventContext(Json.readObject(row.getString(1)), row.getInteger(2))));
                    return emailToAbout;
                });
    }
}
