package io.godwit.contacts.api;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@GodwitServer
class ContactListerTest {

    private static TestServer server;

    private final ContactApi contacts = ContactApi.ofNewProject(server);

    /** In this order. */
    private List<String> make(String... names) {
        var emails = new ArrayList<String>();
        for (var name : names) {
            emails.add(name + "@example.com");
            contacts.post(name + "@example.com");
        }
        return emails;
    }

    @Test
    void theNewestComeFirstAndOnlyTheFirstPageCounts() {
        var made = make("c", "a", "e", "b", "d");

        var first = contacts.get("/contacts?limit=2");

        Collections.reverse(made);
        assertThat(first.getLong("total")).isEqualTo(5);
        assertThat(first.getBoolean("hasMore")).isTrue();
        assertThat(ContactApi.emails(first)).isEqualTo(made.subList(0, 2));
        assertThat(contacts.allPages("limit=2")).isEqualTo(made);
    }

    @Test
    void theLastPageThatIsJustFullEndsTheList() {
        make("a", "b");

        var page = contacts.get("/contacts?limit=2");

        assertThat(page.getBoolean("hasMore")).isFalse();
        assertThat(page.getString("cursor")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "sort=createdAt&dir=asc, c a b",
        "sort=createdAt&dir=desc, b a c",
        "sort=email, a b c",
        "sort=email&dir=asc, a b c",
        "sort=email&dir=desc, c b a",
        "sort=size&dir=up&subscribed=maybe, b a c"
    })
    void theOrderIsTheCallers(String query, String names) {
        make("c", "a", "b");

        for (var search : List.of("", "&search=example")) {
            assertThat(contacts.allPages(query + search + "&limit=1"))
                    .isEqualTo(List.of(names.split(" ")).stream()
                            .map(name -> name + "@example.com")
                            .toList());
        }
    }

    @Test
    void subscribedOnesAndOthersAreListedAndCountedApart() {
        make("a", "b", "c");
        contacts.ok(
                "POST",
                "/contacts",
                new JsonObject().put("email", "b@example.com").put("subscribed", false));

        var yes = contacts.get("/contacts?subscribed=true");
        var no = contacts.get("/contacts?subscribed=false&sort=email");

        assertThat(ContactApi.emails(yes)).containsExactly("c@example.com", "a@example.com");
        assertThat(yes.getLong("total")).isEqualTo(2);
        assertThat(ContactApi.emails(no)).containsExactly("b@example.com");
        assertThat(no.getLong("total")).isEqualTo(1);
        assertThat(contacts.get("/contacts?subscribed=true&search=B@").getLong("total"))
                .isZero();
    }

    @Test
    void aSearchFindsPartsInAnyCaseAndCountsThem() {
        make("ada.lovelace", "grace.hopper", "ada", "radar");

        var found = contacts.get("/contacts?search=ADA&limit=2");

        assertThat(ContactApi.emails(found)).containsExactly("radar@example.com", "ada@example.com");
        assertThat(found.getLong("total")).isEqualTo(3);
        assertThat(contacts.allPages("search=ada&limit=1")).hasSize(3);
        assertThat(contacts.emails("search=")).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({"_, a_b@example.com", "%, p%q@example.com", "a%b, ''", "a_, a_b@example.com", "'''', o'neil@example.com"
    })
    void aSearchIsLiteral(String search, String expected) {
        make("a_b", "acb", "p%q", "o'neil");

        assertThat(contacts.emails("search=" + ContactApi.escaped(search)))
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\", "' OR 1=1", "'; DROP TABLE contacts; --", "\\%", ".*", "é"})
    void aSearchForWhatNoAddressHasFindsNothing(String search) {
        make("a", "b");

        var page = contacts.get("/contacts?search=" + ContactApi.escaped(search));

        assertThat(ContactApi.emails(page)).isEmpty();
        assertThat(page.getLong("total")).isZero();
    }

    @Test
    void aSearchLongerThanAnyAddressFindsNothing() {
        make("a");

        assertThat(contacts.emails("search=" + "a".repeat(5_000))).isEmpty();
    }

    @Test
    void aCursorHoldsForItsProjectAndOrderOnly() {
        make("a", "b");
        var cursor = contacts.get("/contacts?limit=1").getString("cursor");
        var stranger = ContactApi.ofNewProject(server);

        for (var path : List.of(
                "/contacts?sort=email&cursor=" + cursor,
                "/contacts?dir=asc&cursor=" + cursor,
                "/emails?cursor=" + cursor)) {
            assertFailure(server.get(path, contacts.key()), 422, "VALIDATION_ERROR");
        }
        assertFailure(server.get("/contacts?cursor=" + cursor, stranger.key()), 422, "VALIDATION_ERROR");
        assertThat(contacts.emails("cursor=" + cursor)).containsExactly("a@example.com");
    }

    @Test
    void aPageIsNotDisturbedByWhatIsMadeAndDeletedMeanwhile() {
        var made = make("a", "b", "c", "d");
        var first = contacts.get("/contacts?limit=2");
        var last = ContactApi.objects(first.getJsonArray("data")).get(1).getString("id");

        make("e");
        server.call("DELETE", "/contacts/" + last, contacts.key(), "");

        assertThat(contacts.emails("limit=2&cursor=" + first.getString("cursor")))
                .containsExactly(made.get(1), made.get(0));
    }
}
