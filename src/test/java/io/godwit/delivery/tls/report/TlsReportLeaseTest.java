package io.godwit.delivery.tls.report;

import io.godwit.delivery.tls.report.TlsReportStore.ClaimedReport;
import io.godwit.kit.LeasedQueueContract;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The reports that are due as a leased queue; their domains are ids here. */
class TlsReportLeaseTest extends LeasedQueueContract<ClaimedReport> {

    private final TlsReportStore store = new TlsReportStore();

    TlsReportLeaseTest() {
        super("tls_reports", TlsReportStore.class, ClaimedReport.class);
    }

    @Override
    protected String idColumn() {
        return "domain::uuid";
    }

    @Override
    protected UUID add() {
        var domain = UUID.randomUUID();
        db.query("INSERT INTO tls_reports (day, domain, due_at) VALUES ('2026-11-22', ?, now())", domain.toString());
        return domain;
    }

    @Override
    protected Future<List<ClaimedReport>> claim(SqlClient client, Duration lease) {
        return store.claim(client, 1, lease);
    }

    @Override
    protected UUID id(ClaimedReport claimed) {
        return UUID.fromString(claimed.domain());
    }

    @Override
    protected long fence(ClaimedReport claimed) {
        return claimed.fence();
    }

    @Override
    protected Map<String, FencedWrite<ClaimedReport>> writes() {
        return Map.of(
                "destination",
                (client, report) -> store.sentTo(client, report, "mailto:reports@example.com"),
                "end",
                (client, report) -> store.end(client, report, "SENT", Optional.empty()));
    }

    @Override
    protected Map<String, FencedWrite<ClaimedReport>> ends() {
        return Map.of("end", (client, report) -> store.end(client, report, "SENT", Optional.empty()));
    }

    @Override
    protected Pause<ClaimedReport> pause() {
        return new Pause<>(LEASE, (client, report) -> store.retryAfter(client, report, LEASE, "450 Try again"));
    }

    /** None: the lease is longer than an attempt can take. */
    @Override
    protected Optional<FencedWrite<ClaimedReport>> renewal() {
        return Optional.empty();
    }

    @Override
    protected Optional<FencedWrite<ClaimedReport>> release() {
        return Optional.empty();
    }

    /** None: a claim already counts as an attempt, and a report is given up by its age. */
    @Override
    protected Optional<String> lossCounter() {
        return Optional.empty();
    }
}
