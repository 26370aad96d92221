package io.godwit.projects.audit;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The filters of the audit log, and the log as a file. */
@GodwitServer
class AuditRoutesTest {

    private static TestServer server;
    private static BrowserUser owner;
    private static String path;

    @BeforeAll
    static void act() {
        owner = BrowserUser.demo(server);
        path = "/projects/" + server.projectId(0);
        for (var label : List.of("Shop", "=1+1", "Blog")) {
            var key = new JsonObject().put("label", label).put("scope", "send");
            assertThat(owner.post(path + "/keys", key).statusCode()).isBetween(200, 299);
        }
        var byKey = server.post(path + "/keys", server.secretKey(0), new JsonObject().put("label", "By a key"));
        assertThat(byKey.statusCode()).as(byKey.body()).isBetween(200, 299);
        var member = new JsonObject().put("email", "grace@example.com").put("role", "MEMBER");
        assertThat(owner.post(path + "/members", member).statusCode()).isBetween(200, 299);
    }

    private static JsonObject audit(String query) {
        var answer = owner.get(path + "/audit?" + query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static List<String> labels(JsonObject page) {
        return page.getJsonArray("data").stream()
                .map(entry -> ((JsonObject) entry).getJsonObject("details"))
                .map(details -> details.getString("label", details.getString("member")))
                .toList();
    }

    @Test
    void anActionFindsItsEntriesAndTheirNumber() {
        var found = audit("action=key.created");

        assertThat(labels(found)).containsExactly("By a key", "Blog", "=1+1", "Shop");
        assertThat(found.getLong("total")).isEqualTo(4);
        assertThat(labels(audit("action=nothing.of.the.kind"))).isEmpty();
    }

    @Test
    void anActorIsAUserOrTheKindOfCaller() {
        assertThat(labels(audit("actor=Demo%40Example.test&action=key.created")))
                .containsExactly("Blog", "=1+1", "Shop");
        assertThat(labels(audit("actor=secret_key"))).containsExactly("By a key");
        assertThat(labels(audit("actor=nobody@example.com"))).isEmpty();
    }

    @Test
    void aTargetIsAPartOfADetailInAnyCase() {
        assertThat(labels(audit("target=GRACE@"))).containsExactly("grace@example.com");
        assertThat(labels(audit("target=%25"))).isEmpty();
    }

    @Test
    void aDayAsTheEndOfASpanMeansAllOfIt() {
        var today = LocalDate.now(ZoneOffset.UTC);

        assertThat(audit("startDate=" + today.minusDays(1) + "&endDate=" + today.plusDays(1))
                        .getLong("total"))
                .isGreaterThanOrEqualTo(5);
        assertThat(audit("endDate=" + today.minusDays(2)).getLong("total")).isZero();
        assertThat(audit("startDate=" + today.plusDays(2)).getLong("total")).isZero();
    }

    @Test
    void aCursorBelongsToItsFilter() {
        var first = audit("action=key.created&limit=3");
        var cursor = URLEncoder.encode(first.getString("cursor"), StandardCharsets.UTF_8);

        assertThat(labels(first)).containsExactly("By a key", "Blog", "=1+1");
        assertThat(labels(audit("action=key.created&limit=3&cursor=" + cursor))).containsExactly("Shop");
        assertFailure(owner.get(path + "/audit?limit=3&cursor=" + cursor), 422, "VALIDATION_ERROR");
    }

    @Test
    void theFileHasAllThatMatchesAndNoFormula() {
        var answer = owner.get(path + "/audit?format=csv&action=key.created&limit=1");

        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8");
        var lines = answer.body().split("\r\n");
        assertThat(lines).hasSize(5);
        assertThat(lines[0]).isEqualTo("id,createdAt,action,userEmail,userId,caller,details");
        assertThat(lines[3]).contains(",key.created,demo@example.test,", "=1+1");
        assertThat(lines[1]).contains(",key.created,,,SECRET_KEY,");
    }

    @Test
    void wrongFiltersAreRefused() {
        for (var query : List.of(
                "startDate=yesterday",
                "startDate=2026-02-02&endDate=2026-01-01",
                "format=xml",
                "target=" + "x".repeat(255),
                "who=me")) {
            assertFailure(owner.get(path + "/audit?" + query), 422, "VALIDATION_ERROR");
        }
    }

    /** Half of 20,000 entries are of other actions and users. */
    @Test
    void filtersReadAnIndexInTheOrderOfTheList() {
        server.database().query("""
                INSERT INTO audit (project_id, id, action, user_email, caller)
                SELECT '%s', gen_random_uuid(), 'filled.' || n %% 200, 'user' || n %% 300 || '@filled.test', 'MEMBER'
                  FROM generate_series(1, 20000) n
                """.formatted(server.projectId(1)));
        server.database().query("ANALYZE audit");

        assertThat(plan("action = 'filled.7'")).contains("audit_by_action").doesNotContain("Sort");
        assertThat(plan("coalesce(user_email, caller) = 'user7@filled.test'"))
                .contains("audit_by_actor")
                .doesNotContain("Sort");
    }

    private static String plan(String condition) {
        return server.database()
                .query("EXPLAIN SELECT * FROM audit WHERE project_id = '" + server.projectId(1) + "' AND " + condition
                        + " ORDER BY id DESC LIMIT 51")
                .toString();
    }
}
