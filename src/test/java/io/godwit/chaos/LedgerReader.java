package io.godwit.chaos;

import static java.util.stream.Collectors.toMap;

import io.godwit.chaos.BillingLedger.MeterEvent;
import io.godwit.chaos.HitLedger.EngagedEmail;
import io.godwit.chaos.HitLedger.Outage;
import io.godwit.chaos.ImportLedger.ImportedRow;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Reads the ledgers of webhooks, imports, opens, clicks and billing after a run. */
final class LedgerReader {

    private final ChaosNodes nodes;
    private final ChaosLoad load;

    LedgerReader(ChaosNodes nodes, ChaosLoad load) {
        this.nodes = nodes;
        this.load = load;
    }

    WebhookLedger webhooks() {
        return new WebhookLedger(nodes.receiver().received());
    }

    ImportLedger imports() {
        var rows = nodes
                .rows()
                .query(
                        "SELECT coalesce(data ->> 'file', '') AS file, email FROM contacts WHERE starts_with(email, ?)",
                        ImportTraffic.PREFIX)
                .stream()
                .map(row -> new ImportedRow((String) row.get("file"), (String) row.get("email")))
                .toList();
        return new ImportLedger(load.imports().files(), rows);
    }

    HitLedger hits(List<Outage> outages) {
        var engaged =
                nodes.rows().query("""
                        SELECT id::text AS email, opens, clicks,
                               status IN ('OPENED', 'CLICKED') AND opened_at IS NOT NULL AS is_opened,
                               status = 'CLICKED' AND clicked_at IS NOT NULL AS is_clicked
                          FROM emails
                         WHERE opens > 0 OR clicks > 0 OR opened_at IS NOT NULL OR clicked_at IS NOT NULL
                            OR status IN ('OPENED', 'CLICKED')
                        """).stream().map(LedgerReader::engaged).toList();
        return new HitLedger(load.requests(), engaged, outages);
    }

    private static EngagedEmail engaged(Map<String, Object> row) {
        return new EngagedEmail(
                (String) row.get("email"),
                ((Number) row.get("opens")).intValue(),
                ((Number) row.get("clicks")).intValue(),
                (Boolean) row.get("is_opened"),
                (Boolean) row.get("is_clicked"));
    }

    BillingLedger billing() {
        var events = nodes.stripe().asked("/v1/billing/meter_events").stream()
                .map(event -> new MeterEvent(
                        event.form().get("payload[stripe_customer_id]"),
                        event.form().get("identifier"),
                        Long.parseLong(event.form().get("payload[value]"))))
                .toList();
        var customerToEmails = IntStream.range(0, ChaosNodes.PROJECTS)
                .boxed()
                .collect(toMap(ChaosNodes::customer, project -> nodes.rows()
                        .count(
                                "SELECT count(*) FROM emails WHERE project_id = ?::uuid",
                                nodes.project(project).getString("projectId"))));
        return new BillingLedger(events, customerToEmails);
    }
}
