package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.inbound.processing.EmailKey;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that reports lead to the same in any order, and however often they come. */
@CloseFields
class ReportOrderTest {

    private static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");
    private static final int MAILS = 1_500;
    private static final int EVENTS = 10_000;

    private static InboundServer server;

    @BeforeAll
    static void start() {
        server = InboundServer.start();
    }

    /** One event of a history, of the mail with this number. */
    private record Happening(int mail, String id, String kind, String member, JsonObject more) {

        JsonObject of(List<EmailKey> mails) {
            return InboundServer.told(mails.get(mail), kind, member, more.copy());
        }
    }

    @Test
    void tenThousandReportsShuffledAndRepeatedLeadToWhatTheySayInOrder() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var history = history(random, EVENTS, MAILS);
        var inOrder = mails(MAILS);
        var shuffled = mails(MAILS);

        keep(history, inOrder);
        var again = new ArrayList<>(history);
        history.stream().limit(EVENTS * 3 / 10).forEach(again::add);
        Collections.shuffle(again, random);
        send(again, shuffled, "s");

        var expected = outcome(inOrder);
        assertThat(outcome(shuffled).keySet()).isEqualTo(expected.keySet());
        outcome(shuffled)
                .forEach((what, rows) ->
                        assertThat(rows).as(what + ", seed " + seed).isEqualTo(expected.get(what)));
        assertThat(server.db().count("SELECT count(*) FROM inbound_reports WHERE state <> 'DONE'"))
                .isZero();
    }

    /** The control: a provider whose repetitions could not be told from news would be seen here. */
    @Test
    void repetitionsUnderOtherNamesWouldBeCounted() {
        var history = history(new Random(1), 200, 10);
        var once = mails(10);
        var twice = mails(10);

        send(history, once, "a");
        send(history, twice, "b");
        send(history, twice, "c");

        assertThat(outcome(twice)).isNotEqualTo(outcome(once));
    }

    /** In the order of their times. */
    private static List<Happening> history(Random random, int events, int mails) {
        var history = new ArrayList<Happening>();
        for (var i = 0; i < events; i++) {
            history.add(happening(random, random.nextInt(mails), i));
        }
        return history;
    }

    private static Happening happening(Random random, int mail, int number) {
        var more = new JsonObject()
                .put("timestamp", BEGIN.plus(Duration.ofMinutes(number)).toString());
        var id = "event-" + number;
        return switch (random.nextInt(10)) {
            case 0 -> new Happening(mail, id, "Bounce", "bounce", more.put("bounceType", "Permanent"));
            case 1 -> new Happening(mail, id, "Bounce", "bounce", more.put("bounceType", "Undetermined"));
            case 2 -> new Happening(mail, id, "Complaint", "complaint", more.put("complaintFeedbackType", "abuse"));
            case 3, 4, 5 -> new Happening(mail, id, "Open", "open", more);
            case 6, 7 -> new Happening(mail, id, "Click", "click", more.put("link", "https://shop.test/" + number));
            default -> new Happening(mail, id, "Delivery", "delivery", more);
        };
    }

    private static List<EmailKey> mails(int count) {
        var project = server.project();
        server.db().query("""
                WITH numbers AS (SELECT number, uuid_v7() AS contact, uuid_v7() AS mail FROM generate_series(0, ? - 1) number),
                people AS (
                    INSERT INTO contacts (project_id, id, email, subscribed)
                    SELECT ?, contact, 'p' || number || '@site.test', true FROM numbers),
                letters AS (
                    INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, variables)
                    SELECT ?, mail, contact, uuid_v7(), 'TRANSACTIONAL', 'TRANSACTIONAL', 'p' || number || '@site.test', 'SENT',
                           jsonb_build_object('number', number) FROM numbers)
                INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)
                SELECT ?, uuid_v7(), contact, 'email.sent', '{"subject": "Hello"}', mail, now() FROM numbers
                """, count, project, project, project);
        return server
                .db()
                .query("SELECT id FROM emails WHERE project_id = ? ORDER BY (variables ->> 'number')::int", project)
                .stream()
                .map(row -> new EmailKey(
                        new io.godwit.core.id.ProjectId(project), new io.godwit.core.id.EmailId((UUID) row.get("id"))))
                .toList();
    }

    /** As they lie there after they were taken in one after the other. */
    private static void keep(List<Happening> happenings, List<EmailKey> mails) {
        var raw = happenings.stream()
                .map(one -> new JsonObject()
                        .put("Type", "Notification")
                        .put("Message", one.of(mails).encode())
                        .encode())
                .toArray(String[]::new);
        server.db().query("""
                INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes)
                SELECT uuid_v7(), 'sns', 'o' || number, 'Event', convert_to(raw, 'UTF8'), length(raw)
                  FROM unnest(?::text[]) WITH ORDINALITY AS report (raw, number) ORDER BY number
                """, (Object) raw);
        awaitEnd();
    }

    /** Several at once, as a provider does; the names of events are parted by {@code run}. */
    private static void send(List<Happening> happenings, List<EmailKey> mails, String run) {
        for (var from = 0; from < happenings.size(); from += 200) {
            var some = happenings.subList(from, Math.min(from + 200, happenings.size()));
            Future.all(some.stream()
                            .map(one -> server.accept(run + "-" + one.id(), one.of(mails)))
                            .toList())
                    .await();
        }
        awaitEnd();
    }

    private static void awaitEnd() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> server.db().count("SELECT count(*) FROM inbound_reports WHERE due_at IS NOT NULL") == 0
                        && server.db().count("SELECT count(*) FROM hits WHERE NOT counted") == 0);
    }

    /** All that is left of it, without ids; of opens those that are counted: a click that comes first tells one more. */
    private static Map<String, List<Map<String, Object>>> outcome(List<EmailKey> mails) {
        var project = mails.get(0).project().value();
        return Map.of(
                "emails",
                server.db().query("""
                        SELECT (variables ->> 'number')::int AS number, status, error, opens, clicks, opened_at, clicked_at,
                               delivered_at, bounced_at, complained_at, soft_bounced_at, mailbox_full_at
                          FROM emails WHERE project_id = ? ORDER BY 1
                        """, project),
                "suppressions",
                server.db().query("SELECT email, reason FROM suppressions WHERE project_id = ? ORDER BY 1", project),
                "contacts",
                server.db().query("SELECT email, subscribed FROM contacts WHERE project_id = ? ORDER BY 1", project),
                "events",
                server.db().query("""
                        SELECT name, count(*) FILTER (WHERE name <> 'email.open' OR data @> '{"isFirstOpen": true}') AS counted,
                               count(*) FILTER (WHERE data @> '{"isFirstClick": true}') AS first_clicks
                          FROM events WHERE project_id = ? GROUP BY 1 ORDER BY 1
                        """, project));
    }
}
