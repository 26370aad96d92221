package io.godwit.sending;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/**
 * Deletes all emails of contacts, in the order in which the end of an email writes the same tables: outbox before log before
 * {@code address_signs}.
 */
final class EmailDeletionStore {

    private static final String UNQUEUE = """
            DELETE FROM outbox
             USING emails
             WHERE emails.project_id = $1 AND emails.contact_id = ANY ($2::uuid[])
               AND outbox.project_id = emails.project_id AND outbox.email_id = emails.id
            """;

    private static final String DELETE_ATTEMPTS = """
            DELETE FROM email_attempts
             USING emails
             WHERE emails.project_id = $1 AND emails.contact_id = ANY ($2::uuid[])
               AND email_attempts.project_id = emails.project_id AND email_attempts.email_id = emails.id
            """;

    /**
     * Deletes contents and attachments of received emails, which belong to the contact alone; sent emails share contents with
     * others.
     */
    private static final String DELETE_RECEIVED = """
            WITH deleted AS (
                DELETE FROM received_emails
                 USING emails
                 WHERE emails.project_id = $1 AND emails.contact_id = ANY ($2::uuid[]) AND emails.source = 'INBOUND'
                   AND received_emails.project_id = emails.project_id AND received_emails.email_id = emails.id
                RETURNING emails.content_id),
            files AS (
                DELETE FROM attachments USING deleted
                 WHERE attachments.project_id = $1 AND attachments.content_id = deleted.content_id)
            DELETE FROM contents USING deleted WHERE contents.project_id = $1 AND contents.id = deleted.content_id
            """;

    /**
     * Deletes the emails and the {@code address_signs} of all addresses they went to, former addresses of the contact included.
     */
    private static final String DELETE = """
            WITH deleted AS (DELETE FROM emails WHERE project_id = $1 AND contact_id = ANY ($2::uuid[]) RETURNING to_email)
            DELETE FROM address_signs WHERE project_id = $1 AND email IN (SELECT to_email FROM deleted)
            """;

    Future<Void> delete(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        var ids = contacts.stream().map(ContactId::value).toArray(UUID[]::new);
        var parameters = Tuple.of(tenant.project().value(), (Object) ids);
        return tx.preparedQuery(UNQUEUE)
                .execute(parameters)
                .compose(ignored -> tx.preparedQuery(DELETE_ATTEMPTS).execute(parameters))
                .compose(ignored -> tx.preparedQuery(DELETE_RECEIVED).execute(parameters))
                .compose(ignored -> tx.preparedQuery(DELETE).execute(parameters))
                .mapEmpty();
    }
}
