package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * Puts addresses that an imported file calls dead, blocked or complained on the suppression list. Declared here, wired by the
 * server.
 */
public interface SuppressionImporter {

    /** The reason an address is on the list, as the list names it. */
    enum Reason {
        BOUNCE,
        COMPLAINT,
        MANUAL
    }

    /** One address; {@code evidence} quotes the file. */
    record Suppressed(EmailAddress email, Reason reason, String evidence) {}

    /** Adds addresses to the list, in the transaction that imports the contacts; completes with how many were not on it before. */
    Future<Integer> add(SqlClient tx, Tenant tenant, List<Suppressed> suppressed);
}
