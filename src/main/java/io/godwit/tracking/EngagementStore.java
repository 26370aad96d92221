package io.godwit.tracking;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.sending.EmailStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and writes the engagement columns of the {@code emails} table. */
final class EngagementStore {

    /** Locks the rows, in one order for all nodes. */
    private static final String LOCK = """
            SELECT emails.project_id, emails.id, contact_id, status, opens, clicks, opened_at, clicked_at, open_implied,
                   machine_opens, machine_clicks, events_day, open_events, click_events
              FROM emails
              JOIN unnest($1::uuid[], $2::uuid[]) AS hit (project_id, id)
                   ON emails.project_id = hit.project_id AND emails.id = hit.id
             ORDER BY emails.project_id, emails.id
               FOR UPDATE OF emails
            """;

    private static final String UPDATE = """
            UPDATE emails
               SET status = engagement.status,
                   opens = engagement.opens,
                   clicks = engagement.clicks,
                   opened_at = engagement.opened_at,
                   clicked_at = engagement.clicked_at,
                   open_implied = engagement.open_implied,
                   machine_opens = engagement.machine_opens,
                   machine_clicks = engagement.machine_clicks,
                   events_day = engagement.events_day,
                   open_events = engagement.open_events,
                   click_events = engagement.click_events,
                   updated_at = now()
              FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[], $5::int[], $6::timestamptz[], $7::timestamptz[],
                          $8::boolean[], $9::int[], $10::int[], $11::date[], $12::int[], $13::int[])
                   AS engagement (project_id, id, status, opens, clicks, opened_at, clicked_at, open_implied,
                                 machine_opens, machine_clicks, events_day, open_events, click_events)
             WHERE emails.project_id = engagement.project_id AND emails.id = engagement.id
            """;

    /** Locks and returns the existing rows. */
    Future<List<Engagement.Row>> lock(SqlClient tx, Collection<Hit> hits) {
        return tx.preparedQuery(LOCK)
                .mapping(row -> new Engagement.Row(
                        new ProjectId(row.getUUID(0)),
                        new EmailId(row.getUUID(1)),
                        new ContactId(row.getUUID(2)),
                        EmailStatus.valueOf(row.getString(3)),
                        row.getInteger(4),
                        row.getInteger(5),
                        instant(row.getOffsetDateTime(6)),
                        instant(row.getOffsetDateTime(7)),
                        row.getBoolean(8),
                        row.getInteger(9),
                        row.getInteger(10),
                        new EventsOfDay(
                                Optional.ofNullable(row.getLocalDate(11)), row.getInteger(12), row.getInteger(13))))
                .execute(keys(hits))
                .map(rows -> rows.stream().toList());
    }

    private static Optional<Instant> instant(@Nullable OffsetDateTime time) {
        return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
    }

    private static Tuple keys(Collection<Hit> hits) {
        return Tuple.of(hits.stream().map(hit -> hit.project().value()).toArray(UUID[]::new), (Object)
                hits.stream().map(hit -> hit.email().value()).toArray(UUID[]::new));
    }

    Future<Void> update(SqlClient tx, List<Engagement.Row> rows) {
        return tx.preparedQuery(UPDATE)
                .execute(Tuple.tuple()
                        .addArrayOfUUID(
                                rows.stream().map(row -> row.project().value()).toArray(UUID[]::new))
                        .addArrayOfUUID(
                                rows.stream().map(row -> row.email().value()).toArray(UUID[]::new))
                        .addArrayOfString(
                                rows.stream().map(row -> row.status().name()).toArray(String[]::new))
                        .addArrayOfInteger(
                                rows.stream().map(Engagement.Row::opens).toArray(Integer[]::new))
                        .addArrayOfInteger(
                                rows.stream().map(Engagement.Row::clicks).toArray(Integer[]::new))
                        .addArrayOfOffsetDateTime(times(
                                rows.stream().map(Engagement.Row::openedAt).toList()))
                        .addArrayOfOffsetDateTime(times(
                                rows.stream().map(Engagement.Row::clickedAt).toList()))
                        .addArrayOfBoolean(
                                rows.stream().map(Engagement.Row::openImplied).toArray(Boolean[]::new))
                        .addArrayOfInteger(
                                rows.stream().map(Engagement.Row::machineOpens).toArray(Integer[]::new))
                        .addArrayOfInteger(
                                rows.stream().map(Engagement.Row::machineClicks).toArray(Integer[]::new))
                        .addArrayOfLocalDate(rows.stream()
                                .map(row -> row.recorded().day().orElse(null))
                                .toArray(LocalDate[]::new))
                        .addArrayOfInteger(
                                rows.stream().map(row -> row.recorded().opens()).toArray(Integer[]::new))
                        .addArrayOfInteger(rows.stream()
                                .map(row -> row.recorded().clicks())
                                .toArray(Integer[]::new)))
                .mapEmpty();
    }

    private static OffsetDateTime[] times(List<Optional<Instant>> instants) {
        return instants.stream()
                .map(instant -> instant.map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null))
                .toArray(OffsetDateTime[]::new);
    }
}
