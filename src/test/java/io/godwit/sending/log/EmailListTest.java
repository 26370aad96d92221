package io.godwit.sending.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import io.godwit.sending.log.EmailFilter.Bounds;
import io.godwit.sending.log.EmailFilter.Origin;
import io.godwit.sending.log.EmailFilter.Words;
import io.godwit.sending.rendering.SystemVariables;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of mails by status, against a list of our own. */
@CloseFields
class EmailListTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);
    private static final Tenant TENANT = Tenant.system(new ProjectId(Ids.next()));
    private static final List<Mail> MAILS = new ArrayList<>();

    /** Mail as it can end, by what its row says of it then. */
    private static final List<String> ENDS = List.of(
            "SENT, NULL, NULL, NULL",
            "DELIVERED, NULL, NULL, NULL",
            "OPENED, NULL, NULL, NULL",
            "BOUNCED, 550 5.1.1 No such user, now(), NULL",
            "BOUNCED, The contact has unsubscribed from us, now(), NULL",
            "COMPLAINED, NULL, NULL, now()",
            "COMPLAINED, 550 Spam, now(), now()",
            "FAILED, PROJECT_DISABLED, NULL, NULL",
            "FAILED, The message could not be composed, NULL, NULL",
            "SUPPRESSED, UNSUBSCRIBED, NULL, NULL",
            "SUPPRESSED, SUPPRESSED_BOUNCE, NULL, NULL",
            "SUPPRESSED, SUPPRESSED_MANUAL, NULL, NULL",
            "CANCELLED, CAMPAIGN_CANCELLED, NULL, NULL",
            "CANCELLED, EMAIL_CANCELLED, NULL, NULL",
            "CANCELLED, CONTACT_DELETED, NULL, NULL",
            "DELIVERED, The email had ended as DELIVERED, NULL, NULL",
            "RECEIVED, NULL, NULL, NULL");

    private static final Set<String> REASONS =
            Arrays.stream(EmailReason.values()).map(Enum::name).collect(Collectors.toSet());

    private record Mail(UUID id, String status) {}

    @BeforeAll
    static void fill() {
        DB.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project());
        var random = new Random(7);
        for (int each = 0; each < 300; each++) {
            add(ENDS.get(random.nextInt(ENDS.size())));
        }
    }

    private static UUID project() {
        return TENANT.project().value();
    }

    /** The newest first. */
    private static void add(String end) {
        var words = end.split(", ", 4);
        var id = Ids.next();
        DB.query(
                """
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, error, reason, bounced_at, complained_at)
                VALUES (?, ?, gen_random_uuid(), gen_random_uuid(), ?, 'MARKETING', 'ada@example.com', ?, nullif(?, 'NULL'), ?, %s, %s)
                """.formatted(words[2], words[3]),
                project(),
                id,
                words[0].equals("RECEIVED") ? "INBOUND" : "CAMPAIGN",
                words[0],
                words[1],
                REASONS.contains(words[1]) ? words[1] : null);
        MAILS.add(0, new Mail(id, words[0]));
    }

    @ParameterizedTest
    @EnumSource(EmailStatus.class)
    void eachStatusIsFoundAndCountedAsAFullLookDoes(EmailStatus status) {
        var expected = MAILS.stream()
                .filter(mail -> mail.status().equals(status.name()))
                .map(Mail::id)
                .toList();

        var first = log(1_000)
                .page(TENANT, filter(status.name(), Optional.empty()), 100, EmailId::toString)
                .await();

        assertThat(first.data()).extracting(item -> item.email().id().value()).containsExactlyElementsOf(expected);
        assertThat(first.total()).isEqualTo(expected.size());
        assertThat(first.hasMore()).isFalse();
    }

    /** Clicked is none, the others one in seven. */
    @ParameterizedTest
    @ValueSource(strings = {"SENT", "OPENED", "CLICKED"})
    void aPageMayEndBeforeItIsFullAndNothingIsLost(String status) {
        var seen = new ArrayList<UUID>();
        var pages = 0;
        var before = Optional.<EmailId>empty();

        do {
            var page = log(40).page(TENANT, filter(status, before), 4, EmailId::toString)
                    .await();
            page.data().forEach(item -> seen.add(item.email().id().value()));
            before = page.cursor().flatMap(Ids::parse).map(EmailId::new);
            pages++;
        } while (before.isPresent());

        assertThat(seen)
                .containsExactlyElementsOf(MAILS.stream()
                        .filter(mail -> mail.status().equals(status))
                        .map(Mail::id)
                        .toList());
        assertThat(pages).isBetween(300 / 41 + 1, 300 / 40 + 1 + seen.size() / 4);
    }

    /** Among as much mail of others, and some hours older than the newest. */
    @ParameterizedTest
    @ValueSource(ints = {300, 21_000})
    void theMailOfACampaignIsListedWhetherItIsLittleOrMuch(int size) {
        var tenant = Tenant.system(new ProjectId(Ids.next()));
        var campaign = Ids.next();
        DB.query(
                "INSERT INTO projects (id, name) VALUES (?, 'A shop')",
                tenant.project().value());
        DB.query("""
                INSERT INTO emails (project_id, id, contact_id, content_id, campaign_id, source, email_class, to_email, status)
                SELECT ?, overlay(gen_random_uuid()::text PLACING left(uuid_v7_floor(now() - make_interval(hours => 5, secs => -n / 1000.0))::text, 13) FROM 1)::uuid,
                       lpad(to_hex(n), 32, '0')::uuid, gen_random_uuid(), CASE WHEN n % 2 = 0 THEN ?::uuid END, 'CAMPAIGN', 'MARKETING',
                       'ada@example.com', CASE WHEN n % 500 = 0 THEN 'CLICKED' ELSE 'SENT' END
                  FROM generate_series(1, ?) n
                """, tenant.project().value(), campaign, size * 2);
        DB.query("""
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status)
                SELECT ?, uuid_v7(), gen_random_uuid(), gen_random_uuid(), 'CAMPAIGN', 'MARKETING', 'ada@example.com', 'SENT'
                  FROM generate_series(1, 500)
                """, tenant.project().value());

        var first = log(1_000)
                .page(tenant, of(campaign, "", Optional.empty()), 100, EmailId::toString)
                .await();
        var clicked = new ArrayList<UUID>();
        var before = Optional.<EmailId>empty();
        do {
            var page = log(1_000)
                    .page(tenant, of(campaign, "CLICKED", before), 10, EmailId::toString)
                    .await();
            page.data().forEach(item -> clicked.add(item.email().id().value()));
            before = page.cursor().flatMap(Ids::parse).map(EmailId::new);
        } while (before.isPresent());

        assertThat(first.total()).isEqualTo(Math.min(size, 1_000));
        assertThat(first.data())
                .extracting(item -> item.email().id().value())
                .isEqualTo(ids(campaign, "true LIMIT 100"));
        assertThat(clicked).isEqualTo(ids(campaign, "status = 'CLICKED'")).hasSize(size / 250);
    }

    private static List<Object> ids(UUID campaign, String condition) {
        return DB
                .query(
                        "SELECT id FROM (SELECT * FROM emails WHERE campaign_id = ? ORDER BY id DESC) AS mails WHERE "
                                + condition,
                        campaign)
                .stream()
                .map(row -> row.get("id"))
                .toList();
    }

    private static EmailFilter of(UUID campaign, String status, Optional<EmailId> before) {
        return new EmailFilter(
                Optional.of(status).filter(text -> !text.isEmpty()),
                Optional.empty(),
                Optional.of(campaign),
                Optional.empty(),
                Optional.empty(),
                Origin.ANY,
                Words.NONE,
                Bounds.after(before));
    }

    private static EmailLog log(int lookedAt) {
        var encryption = new byte[Crypto.KEY_BYTES];
        encryption[0] = 1;
        var crypto = Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
        var links = new LinkTokenCodec(crypto);
        return new EmailLog(
                DB.database(),
                new MessageIdCodec(crypto),
                new EmailLogRenderer(new SystemVariables("http://localhost", links)),
                (db, tenant, id) -> Future.succeededFuture(Optional.empty()),
                (project, ignored) -> Future.succeededFuture(Optional.empty()),
                VERTX.createSharedWorkerExecutor("test", 1),
                lookedAt);
    }

    private static EmailFilter filter(String status, Optional<EmailId> before) {
        return new EmailFilter(
                Optional.of(status),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Origin.ANY,
                Words.NONE,
                Bounds.after(before));
    }

    @ParameterizedTest
    @ValueSource(strings = {"emails_suppressed", "emails_cancelled", "emails_failed"})
    void eachConditionIsThatOfItsIndex(String index) {
        var condition =
                switch (index) {
                    case "emails_suppressed" -> EmailReason.IS_SUPPRESSED;
                    case "emails_cancelled" -> EmailReason.IS_CANCELLED;
                    default -> EmailReason.IS_FAILED;
                };
        var plan = DB.query("EXPLAIN SELECT count(*) FROM emails WHERE project_id = ? AND " + condition, project());

        assertThat(plan.toString()).contains(index);
    }
}
