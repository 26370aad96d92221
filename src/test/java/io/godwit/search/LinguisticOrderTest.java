package io.godwit.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the search in a database that compares texts by the rules of a language, and not by their bytes. */
class LinguisticOrderTest {

    /** The last character of Unicode comes before all letters; in the locales of glibc it counts for nothing. */
    private static final String RULES = "& 0 < \uDBFF\uDFFF";

    @Test
    void contactsAreFoundByTheBeginningOfTheirAddress() {
        var vertx = Vertx.vertx();
        try (var database = TestDatabase.fresh(vertx)) {
            var name = database.name() + "_linguistic";
            database.administer(
                    "CREATE DATABASE " + name + " OWNER godwit TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"
                            + " LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ICU_RULES '" + RULES + "'");
            var url = database.url().replace("/" + database.name(), "/" + name);
            try (var server = TestServer.start(Map.of("GODWIT_DATABASE_URL", url))) {
                var calls = ContactApi.ofDemo(server, 0);
                calls.post("marigold@example.org");
                calls.post("old.marigold@example.org");

                assertThat(calls.get("/search?q=marig").getJsonArray("contacts"))
                        .extracting(hit -> ((JsonObject) hit).getString("name"))
                        .containsExactlyInAnyOrder("marigold@example.org", "old.marigold@example.org");
            } finally {
                database.administer("DROP DATABASE " + name + " WITH (FORCE)");
            }
        }
        vertx.close().await();
    }
}
