package io.godwit.billing;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The {@code billing_accounts} table, and the usage shown to owners. */
final class BillingAccountStore {

    private static final String COLUMNS =
            "customer, subscription, currency, cap_transactional, cap_campaigns, cap_workflows, cap_inbound";

    /**
     * Locks out acceptance of emails of the project until the transaction ends, after waiting for transactions that accept
     * some.
     */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(billing_lock_key($1))";

    /** The usage of the month: folded counts and deltas. */
    private static final String USAGE = """
            SELECT coalesce(sum(transactional), 0)::bigint AS transactional, coalesce(sum(campaigns), 0)::bigint AS campaigns,
                   coalesce(sum(workflows), 0)::bigint AS workflows, coalesce(sum(inbound), 0)::bigint AS inbound,
                   coalesce(sum(units), 0)::bigint AS units
              FROM (SELECT transactional, campaigns, workflows, inbound, units
                      FROM billing_usage WHERE project_id = $1 AND month = billing_month()
                     UNION ALL
                    SELECT transactional, campaigns, workflows, inbound, units
                      FROM billing_deltas WHERE project_id = $1 AND month = billing_month()) AS parts
            """;

    private static final String SUBSCRIBE = """
            INSERT INTO billing_accounts (project_id, customer, subscription, currency)
            SELECT id, $2, $3, $4 FROM projects WHERE id = $1 AND wiping IS DISTINCT FROM 'DELETE'
                ON CONFLICT (project_id) DO UPDATE
               SET customer = excluded.customer, subscription = excluded.subscription,
                   currency = coalesce(excluded.currency, billing_accounts.currency), updated_at = now()
             WHERE billing_accounts.subscription IS NULL
            """;

    /** Records the time of a payment event; no row when a later event is recorded. */
    private static final String PAYMENT = """
            UPDATE billing_accounts SET payment_at = $2, updated_at = now() WHERE project_id = $1 AND payment_at <= $2
            """;

    private static final String CAPS = """
            UPDATE billing_accounts
               SET cap_transactional = $2, cap_campaigns = $3, cap_workflows = $4, cap_inbound = $5, updated_at = now()
             WHERE project_id = $1
            """;

    private static final String DELETE_NOTICES = """
            DELETE FROM billing_notices WHERE project_id = $1 AND month = billing_month() AND category = ANY ($2)
            """;

    private static final String NOTICE = """
            SELECT billing_add_notices(a, u, $2)
              FROM billing_accounts a JOIN billing_usage u USING (project_id)
             WHERE a.project_id = $1 AND u.month = billing_month()
            """;

    Future<BillingAccount> find(SqlClient db, Tenant tenant) {
        return db.preparedQuery("SELECT " + COLUMNS + " FROM billing_accounts WHERE project_id = $1")
                .mapping(BillingAccountStore::account)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.stream().findFirst().orElse(BillingAccount.NONE));
    }

    Future<Optional<ProjectId>> ofCustomer(SqlClient db, String customer) {
        return db.preparedQuery(
                        "SELECT project_id FROM billing_accounts WHERE customer = $1 ORDER BY project_id LIMIT 1")
                .mapping(row -> new ProjectId(row.getUUID(0)))
                .execute(Tuple.of(customer))
                .map(rows -> rows.stream().findFirst());
    }

    Future<Usage> usage(SqlClient db, Tenant tenant) {
        return db.preparedQuery(USAGE)
                .mapping(BillingAccountStore::usage)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next());
    }

    /** Locks out acceptance until the transaction ends and folds all deltas of the project, so that the usage is exact. */
    Future<Void> lockUsage(SqlClient tx, Tenant tenant) {
        return tx.preparedQuery(LOCK)
                .execute(Tuple.of(tenant.project().value()))
                .compose(ignored -> tx.preparedQuery("SELECT billing_fold_deltas($1, 1000000)")
                        .execute(Tuple.of(tenant.project().value())))
                .mapEmpty();
    }

    /** Sets the subscription; false when there is no such project, it is being deleted, or it has a subscription. */
    Future<Boolean> subscribe(
            SqlClient tx, Tenant tenant, String customer, String subscription, Optional<String> currency) {
        return tx.preparedQuery(SUBSCRIBE)
                .execute(Tuple.of(tenant.project().value(), customer, subscription, currency.orElse(null)))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Tells whether there is the project, and this is not its subscription. */
    Future<Boolean> hasAnother(SqlClient tx, Tenant tenant, String subscription) {
        return tx.preparedQuery("""
                        SELECT EXISTS (SELECT FROM projects LEFT JOIN billing_accounts bill ON bill.project_id = projects.id
                                        WHERE projects.id = $1 AND bill.subscription IS DISTINCT FROM $2)
                        """)
                .execute(Tuple.of(tenant.project().value(), subscription))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /** Clears the subscription; false when the project has another one, or none. */
    Future<Boolean> unsubscribe(SqlClient tx, Tenant tenant, String subscription) {
        return tx.preparedQuery("""
                        UPDATE billing_accounts SET subscription = NULL, updated_at = now()
                         WHERE project_id = $1 AND subscription = $2
                        """)
                .execute(Tuple.of(tenant.project().value(), subscription))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Records the time of a payment event; false when a later event is recorded. */
    Future<Boolean> payment(SqlClient tx, Tenant tenant, Instant at) {
        return tx.preparedQuery(PAYMENT)
                .execute(Tuple.of(tenant.project().value(), at.atOffset(ZoneOffset.UTC)))
                .map(rows -> rows.rowCount() == 1);
    }

    Future<Void> setCaps(SqlClient tx, Tenant tenant, Map<QuotaCategory, Long> caps) {
        return tx.preparedQuery(CAPS)
                .execute(Tuple.of(
                        tenant.project().value(),
                        caps.get(QuotaCategory.TRANSACTIONAL),
                        caps.get(QuotaCategory.CAMPAIGNS),
                        caps.get(QuotaCategory.WORKFLOWS),
                        caps.get(QuotaCategory.INBOUND)))
                .mapEmpty();
    }

    /** Allows another notice this month for these categories. */
    Future<Void> reenableNotices(SqlClient tx, Tenant tenant, Set<QuotaCategory> changed, long free) {
        var names = changed.stream().map(QuotaCategory::name).toArray(String[]::new);
        return tx.preparedQuery(DELETE_NOTICES)
                .execute(Tuple.of(tenant.project().value()).addArrayOfString(names))
                .compose(ignored -> tx.preparedQuery(NOTICE)
                        .execute(Tuple.of(tenant.project().value(), free)))
                .mapEmpty();
    }

    private static BillingAccount account(Row row) {
        var caps = new EnumMap<QuotaCategory, Long>(QuotaCategory.class);
        for (var category : QuotaCategory.values()) {
            var cap = row.getLong("cap_" + QuotaStore.column(category));
            if (cap != null) {
                caps.put(category, cap);
            }
        }
        return new BillingAccount(
                Optional.ofNullable(row.getString("customer")),
                Optional.ofNullable(row.getString("subscription")),
                Optional.ofNullable(row.getString("currency")),
                caps);
    }

    private static Usage usage(Row row) {
        var categoryToCount = new EnumMap<QuotaCategory, Long>(QuotaCategory.class);
        for (var category : QuotaCategory.values()) {
            categoryToCount.put(category, row.getLong(QuotaStore.column(category)));
        }
        return new Usage(categoryToCount, row.getLong("units"));
    }
}
