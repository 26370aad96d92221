package io.godwit.sending.suppression;

import io.godwit.contacts.SuppressionImporter;
import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;

/** Adds the suppressions of imported contact files to the suppression list. Safe to share between threads. */
public final class SuppressionListImporter implements SuppressionImporter {

    private final SuppressionStore store = new SuppressionStore();

    @Override
    public Future<Integer> add(SqlClient tx, Tenant tenant, List<Suppressed> suppressed) {
        var entries = suppressed.stream()
                .map(one -> new Suppression.Entry(
                        one.email(), Suppression.Reason.valueOf(one.reason().name()), Optional.of(one.evidence())))
                .toList();
        return store.add(tx, tenant, entries);
    }
}
