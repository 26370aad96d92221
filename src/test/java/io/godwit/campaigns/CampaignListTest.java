package io.godwit.campaigns;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of the list of campaigns, and the parameters that existing clients send with it. */
@CloseFields
class CampaignListTest {

    private static CampaignServer server;

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @BeforeEach
    void clear() {
        server.clear();
    }

    @ParameterizedTest
    @CsvSource({
        "'', edcba",
        "sort=createdAt, edcba",
        "sort=createdAt&dir=asc, abcde",
        "dir=asc, abcde",
        "sort=name, abcde",
        "sort=name&dir=desc, edcba",
        "sort=updatedAt, aedcb",
        "sort=updatedAt&dir=asc, bcdea",
        "sort=name&status=DRAFT&search=news&view=list, abcde",
    })
    void cursorsAndPagesGoThroughTheSameOrder(String sorting, String order) {
        var first = named("a", "b", "c", "d", "e");
        server.call("PUT", "/campaigns/" + first, new JsonObject().put("fromName", "Changed"));

        assertThat(byCursor(sorting)).isEqualTo(order);
        assertThat(byPage(sorting)).isEqualTo(order);
    }

    @Test
    void namesAreSortedWhateverTheirCaseAndEqualOnesAreNotLost() {
        named("b", "B", "a", "A", "b", "c");

        assertThat(byCursor("sort=name").toLowerCase(Locale.ROOT)).isEqualTo("aabbbc");
    }

    @Test
    void noCampaignIsArchived() {
        named("a", "b");

        assertThat(server.get("/campaigns?archived=false").getInteger("total")).isEqualTo(2);
        for (var query : List.of("archived=true", "archived=true&sort=name", "archived=true&view=list&status=DRAFT")) {
            var archived = server.get("/campaigns?" + query);
            assertThat(archived.getInteger("total")).as(query).isZero();
            assertThat(archived.getJsonArray("data")).as(query).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sort=body", "dir=up", "archived=perhaps"})
    void anotherWordIsRefused(String query) {
        var answer = server.node().get("/campaigns?" + query, server.key());

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(answer.body()).contains("\"field\":\"" + query.split("=")[0] + "\"");
    }

    /** Returns the id of the first. */
    private static String named(String... names) {
        return List.of(names).stream()
                .map(name -> server.create(server.words().put("name", name)))
                .toList()
                .get(0);
    }

    private static String byCursor(String query) {
        var names = new StringBuilder();
        for (var page = server.get("/campaigns?limit=2&" + query); ; ) {
            names.append(names(page));
            if (!page.getBoolean("hasMore")) {
                return names.toString();
            }
            page = server.get("/campaigns?limit=2&" + query + "&cursor=" + page.getString("cursor"));
        }
    }

    private static String byPage(String query) {
        var names = new StringBuilder();
        for (var page = 1; page <= 3; page++) {
            names.append(names(server.get("/campaigns?pageSize=2&page=" + page + "&" + query)));
        }
        return names.toString();
    }

    private static String names(JsonObject page) {
        var names = new StringBuilder();
        page.getJsonArray("data").forEach(one -> names.append(((JsonObject) one).getString("name")));
        return names.toString();
    }
}
