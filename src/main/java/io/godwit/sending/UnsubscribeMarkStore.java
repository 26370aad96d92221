package io.godwit.sending;

import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Writes {@code emails.unsubscribed_at} for the email by which its recipient unsubscribed. */
final class UnsubscribeMarkStore {

    private static final String LEFT = """
            UPDATE emails SET unsubscribed_at = now()
             WHERE project_id = $1 AND id = $2 AND unsubscribed_at IS NULL
            """;

    /** Sets the time once; later calls change nothing. */
    Future<Void> left(SqlClient tx, Tenant tenant, EmailId email) {
        return tx.preparedQuery(LEFT)
                .execute(Tuple.of(tenant.project().value(), email.value()))
                .mapEmpty();
    }
}
