package io.godwit.billing;

import io.godwit.billing.Quota.AcceptedUsage;
import io.godwit.billing.RemainingQuota.LimitKey;
import io.godwit.billing.RemainingQuota.RemainingLimit;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Reads the remaining quota and raises the counters, by the SQL functions of billing. */
final class QuotaStore {

    /** The limits and usage of projects that have a limit. Without a subscription that is the free allowance alone. */
    private static final String LEFT = """
            SELECT p.id, a.project_id IS NULL AND $2::bigint > 0 AS is_free, a.cap_transactional, a.cap_campaigns,
                   a.cap_workflows, a.cap_inbound, coalesce(u.transactional, 0) AS transactional,
                   coalesce(u.campaigns, 0) AS campaigns, coalesce(u.workflows, 0) AS workflows, coalesce(u.inbound, 0) AS inbound
              FROM unnest($1::uuid[]) AS p (id)
              LEFT JOIN billing_accounts a ON a.project_id = p.id AND a.subscription IS NOT NULL
              LEFT JOIN billing_usage u ON u.project_id = p.id AND u.month = billing_month()
             WHERE (a.project_id IS NULL AND $2::bigint > 0)
                OR coalesce(a.cap_transactional, a.cap_campaigns, a.cap_workflows, a.cap_inbound) IS NOT NULL
            """;

    /** Counts project by project in one order for all transactions, so that two batches cannot deadlock. */
    private static final String RESERVE = """
            SELECT billing_record(usage.project, $1::bigint, usage.t, usage.c, usage.w, usage.i, usage.u)
              FROM (SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
                                  AS accepted (project, t, c, w, i, u)
                     ORDER BY project) AS usage
            """;

    Future<RemainingQuota> remainingQuota(SqlClient tx, Collection<ProjectId> projects, long free) {
        var ids = projects.stream().map(ProjectId::value).toArray(UUID[]::new);
        return tx.preparedQuery(LEFT)
                .execute(Tuple.tuple().addArrayOfUUID(ids).addLong(free))
                .map(rows -> new RemainingQuota(limits(rows, free)));
    }

    private static Map<LimitKey, RemainingLimit> limits(RowSet<Row> rows, long free) {
        var limits = new HashMap<LimitKey, RemainingLimit>();
        for (var row : rows) {
            var project = new ProjectId(row.getUUID("id"));
            var total = 0L;
            for (var category : QuotaCategory.values()) {
                var used = row.getLong(column(category));
                var cap = row.getLong("cap_" + column(category));
                total += used;
                if (cap != null) {
                    limits.put(new LimitKey(project, Optional.of(category)), new RemainingLimit(cap, cap - used));
                }
            }
            if (row.getBoolean("is_free")) {
                limits.put(new LimitKey(project, Optional.empty()), new RemainingLimit(free, free - total));
            }
        }
        return limits;
    }

    static String column(QuotaCategory category) {
        return category.name().toLowerCase(Locale.ROOT);
    }

    /** The usage to charge to one project. */
    private static final class Sums {

        private final Map<QuotaCategory, Long> emails = new EnumMap<>(QuotaCategory.class);
        private long units;

        void add(AcceptedUsage usage) {
            emails.merge(usage.category(), usage.emails(), Long::sum);
            units += usage.units();
        }

        long of(QuotaCategory category) {
            return emails.getOrDefault(category, 0L);
        }
    }

    Future<Void> consume(SqlClient tx, List<AcceptedUsage> accepted, long free) {
        var projectToSums = new LinkedHashMap<UUID, Sums>();
        accepted.forEach(usage -> projectToSums
                .computeIfAbsent(usage.project().value(), ignored -> new Sums())
                .add(usage));
        return tx.preparedQuery(RESERVE)
                .execute(Tuple.of(free)
                        .addArrayOfUUID(projectToSums.keySet().toArray(UUID[]::new))
                        .addArrayOfLong(column(projectToSums, sums -> sums.of(QuotaCategory.TRANSACTIONAL)))
                        .addArrayOfLong(column(projectToSums, sums -> sums.of(QuotaCategory.CAMPAIGNS)))
                        .addArrayOfLong(column(projectToSums, sums -> sums.of(QuotaCategory.WORKFLOWS)))
                        .addArrayOfLong(column(projectToSums, sums -> sums.of(QuotaCategory.INBOUND)))
                        .addArrayOfLong(column(projectToSums, sums -> sums.units)))
                .mapEmpty();
    }

    private static Long[] column(Map<UUID, Sums> projectToSums, Function<Sums, Long> value) {
        return projectToSums.values().stream().map(value).toArray(Long[]::new);
    }
}
