package io.godwit.reports;

import io.godwit.core.Json;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The history of a project's mail, in its log and as a list of our own. */
final class ReportedHistory {

    private static final List<String> SOURCES = List.of("TRANSACTIONAL", "CAMPAIGN", "WORKFLOW");
    private static final List<String> DOMAINS =
            List.of("gmail.com", "googlemail.com", "outlook.de", "yahoo.co.uk", "example.com", "t-online.de");
    private static final List<String> LINKS = List.of("https://a.example/", "https://b.example/x?y=1");
    private static final List<String> NAMES = List.of(
            "email.sent",
            "email.delivery",
            "email.open",
            "email.click",
            "email.bounce",
            "email.complaint",
            "OPEN",
            "CLICK");

    /** The ways a contact unsubscribes: the reason of its event, and the one that is reported. */
    private static final Map<String, String> REASONS =
            Map.of("{}", "project", "{\"reason\": \"bounce\"}", "bounce", "{\"reason\": \"complaint\"}", "complaint");

    /**
     * One event about one email.
     *
     * @param name of the event, or the kind of a machine's hit
     * @param counts whether it is one that counts: the first open, a bounce for good
     */
    record Fact(
            UUID id,
            UUID email,
            @Nullable UUID campaign,
            String source,
            String domain,
            String name,
            boolean counts,
            @Nullable String link,
            Instant at) {}

    /** One change of the audience. */
    record Change(String kind, String reason, Instant at) {}

    final List<Change> changes = new ArrayList<>();
    final List<UUID> templates = List.of(Ids.next(), Ids.next());
    final List<UUID> workflows = List.of(Ids.next(), Ids.next());
    final List<UUID> executions = List.of(Ids.next(), Ids.next());
    final Tenant tenant = Tenant.system(new ProjectId(Ids.next()));
    final List<UUID> campaigns = List.of(Ids.next(), Ids.next(), Ids.next());
    final List<Fact> facts = new ArrayList<>();
    private final TestDatabase db;
    private final Random random;

    ReportedHistory(TestDatabase db, long seed, Instant campaignsSentAt) {
        this.db = db;
        this.random = new Random(seed);
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project());
        campaigns.forEach(id -> db.query("""
                INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, ended_at)
                VALUES (?, ?, ?, 'Hello', 'b', 'a@example.org', 'MARKETING', 'ALL', 'SENT', ?::timestamptz)
                """, project(), id, "Campaign " + id, campaignsSentAt.toString()));
        db.query("""
                INSERT INTO templates (project_id, id, name, subject, body, email_class)
                VALUES (?, ?, 'Receipt', 'Hello', 'b', 'TRANSACTIONAL')
                """, project(), templates.get(0));
        for (var each = 0; each < executions.size(); each++) {
            db.query(
                    "INSERT INTO executions (project_id, id, workflow_id, version, contact_id) VALUES (?, ?, ?, 1, ?)",
                    project(),
                    executions.get(each),
                    workflows.get(each),
                    Ids.next());
        }
    }

    Optional<UUID> template(Fact fact) {
        return fact.source().equals("TRANSACTIONAL") ? Optional.of(templates.get(half(fact))) : Optional.empty();
    }

    Optional<UUID> workflow(Fact fact) {
        return fact.source().equals("WORKFLOW") ? Optional.of(workflows.get(half(fact))) : Optional.empty();
    }

    private static int half(Fact fact) {
        return fact.domain().length() % 2;
    }

    /** Adds contacts that are created, and others that change their mind. */
    void addChanges(int count, Instant from, Instant to) {
        for (int each = 0; each < count; each++) {
            var at = from.plusMillis((long) (random.nextDouble() * (to.toEpochMilli() - from.toEpochMilli())));
            var data = List.copyOf(REASONS.keySet()).get(random.nextInt(REASONS.size()));
            var change =
                    switch (random.nextInt(3)) {
                        case 0 -> new Change("CREATED", "", at);
                        case 1 -> new Change("SUBSCRIBED", "", at);
                        default -> new Change("UNSUBSCRIBED", REASONS.get(data), at);
                    };
            changes.add(change);
            var id = id(at);
            if (change.kind().equals("CREATED")) {
                db.query(
                        "INSERT INTO contacts (project_id, id, email, subscribed) VALUES (?, ?, ?, true)",
                        project(),
                        id,
                        id + "@example.com");
            } else {
                db.query("""
                        INSERT INTO events (project_id, id, contact_id, name, data, created_at)
                        VALUES (?, ?, gen_random_uuid(), ?, ?::jsonb, now())
                        """, project(), id, "contact." + change.kind().toLowerCase(Locale.ROOT), data);
            }
        }
    }

    UUID project() {
        return tenant.project().value();
    }

    /** Adds so much between two moments. */
    void add(int count, Instant from, Instant to) {
        var added = new ArrayList<Fact>();
        for (int each = 0; each < count; each++) {
            added.add(fact(from.plusMillis((long) (random.nextDouble() * (to.toEpochMilli() - from.toEpochMilli())))));
        }
        facts.addAll(added);
        db.query(
                """
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, campaign_id, template_id,
                                    execution_id)
                SELECT ?, email, gen_random_uuid(), gen_random_uuid(), source, 'MARKETING', 'somebody@' || domain, campaign, template,
                       execution
                  FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::uuid[], ?::uuid[])
                       AS mail (email, source, domain, campaign, template, execution)
                    ON CONFLICT DO NOTHING
                """,
                project(),
                array(added, Fact::email),
                array(added, Fact::source),
                array(added, Fact::domain),
                array(added, Fact::campaign),
                array(added, fact -> template(fact).orElse(null)),
                array(added, fact -> workflow(fact).isPresent() ? executions.get(half(fact)) : null));
        addHits(added.stream().filter(fact -> isMachine(fact)).toList());
        addEvents(added.stream().filter(fact -> !isMachine(fact)).toList());
    }

    private static boolean isMachine(Fact fact) {
        return !fact.name().startsWith("email.");
    }

    private void addHits(List<Fact> added) {
        db.query(
                """
                INSERT INTO hits (project_id, id, email_id, kind, link, origin, counted, counted_id, first_of_email)
                SELECT ?, gen_random_uuid(), email, kind, link, 'SCANNER', true, id, counts
                  FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::boolean[]) AS hit (id, email, kind, link, counts)
                """,
                project(),
                array(added, Fact::id),
                array(added, Fact::email),
                array(added, Fact::name),
                array(added, Fact::link),
                array(added, Fact::counts));
    }

    private void addEvents(List<Fact> added) {
        db.query(
                """
                INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)
                SELECT ?, id, gen_random_uuid(), name, data::jsonb, email, uuid_v7_time(id)
                  FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[]) AS event (id, name, data, email)
                """,
                project(),
                array(added, Fact::id),
                array(added, Fact::name),
                array(added, fact -> quoted(Json.write(data(fact)))),
                array(added, Fact::email));
    }

    private Fact fact(Instant at) {
        var old = !facts.isEmpty() && random.nextInt(3) == 0 ? facts.get(random.nextInt(facts.size())) : null;
        var source = old == null ? SOURCES.get(random.nextInt(SOURCES.size())) : old.source();
        var campaign = old != null
                ? old.campaign()
                : source.equals("CAMPAIGN") ? campaigns.get(random.nextInt(campaigns.size())) : null;
        var name = NAMES.get(random.nextInt(NAMES.size()));
        var link = List.of("email.click", "CLICK").contains(name) ? LINKS.get(random.nextInt(LINKS.size())) : null;
        return new Fact(
                id(at),
                old == null ? Ids.next() : old.email(),
                campaign,
                source,
                old == null ? DOMAINS.get(random.nextInt(DOMAINS.size())) : old.domain(),
                name,
                random.nextInt(4) > 0 || name.matches("email\\.(sent|delivery|complaint)"),
                link,
                at);
    }

    UUID id(Instant at) {
        return new UUID(at.toEpochMilli() << 16 | 0x7000 | random.nextInt(0x1000), random.nextLong() >>> 2 | 1L << 63);
    }

    private static Map<String, @Nullable Object> data(Fact fact) {
        var data = new HashMap<String, @Nullable Object>();
        data.put("sourceType", fact.source());
        data.put("campaignId", fact.campaign() == null ? null : String.valueOf(fact.campaign()));
        data.put("subject", "Hello");
        switch (fact.name()) {
            case "email.open" -> data.put("isFirstOpen", fact.counts());
            case "email.click" -> {
                data.put("isFirstClick", fact.counts());
                data.put("link", fact.link());
            }
            case "email.bounce" -> data.put("bounceType", fact.counts() ? "Permanent" : "Transient");
            default -> data.put("more", 1);
        }
        return data;
    }

    private static String array(List<Fact> facts, Function<Fact, @Nullable Object> column) {
        return facts.stream().map(column).map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    private static String quoted(String json) {
        return '"' + json.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Counted one by one. */
    static EmailCounts count(List<Fact> facts) {
        var nameToCount =
                facts.stream().filter(Fact::counts).collect(Collectors.groupingBy(Fact::name, Collectors.counting()));
        return new EmailCounts(
                nameToCount.getOrDefault("email.sent", 0L),
                nameToCount.getOrDefault("email.delivery", 0L),
                nameToCount.getOrDefault("email.open", 0L),
                nameToCount.getOrDefault("email.click", 0L),
                nameToCount.getOrDefault("email.bounce", 0L),
                nameToCount.getOrDefault("email.complaint", 0L),
                nameToCount.getOrDefault("OPEN", 0L),
                nameToCount.getOrDefault("CLICK", 0L));
    }
}
