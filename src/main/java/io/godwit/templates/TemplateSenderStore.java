package io.godwit.templates;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.StreamSupport;

/** Finds the templates that send from a domain. */
final class TemplateSenderStore {

    private static final String SENDING_FROM = """
            SELECT id, name
              FROM templates
             WHERE project_id = $1
               AND (split_part(from_email, '@', 2) = $2
                    OR $3 AND right(split_part(from_email, '@', 2), length($2) + 1) = '.' || $2)
             ORDER BY id DESC
             LIMIT 100
            """;

    Future<List<TemplateCache.Sender>> sendingFrom(
            SqlClient tx, Tenant tenant, String domain, boolean includeSubdomains) {
        return tx.preparedQuery(SENDING_FROM)
                .execute(Tuple.of(tenant.project().value(), domain, includeSubdomains))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> new TemplateCache.Sender(row.getUUID(0), row.getString(1)))
                        .toList());
    }
}
