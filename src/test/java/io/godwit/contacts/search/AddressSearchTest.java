package io.godwit.contacts.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.ContactApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches while blocks are small, are merged, and lose addresses. */
@GodwitServer
class AddressSearchTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static TestServer server;

    private final ContactApi contacts = ContactApi.ofNewProject(server);

    /** As a node of the version before writes them, which knows nothing of blocks. */
    private List<String> insert(String prefix, int count) {
        server.database().query("""
                        INSERT INTO contacts (project_id, id, email, subscribed)
                        SELECT ?::uuid, (lpad(to_hex(1795000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
                                         || substr(md5(n::text), 4, 15))::uuid, ? || n || '@example.org', n % 4 <> 0
                          FROM generate_series(1, ?) n
                        """, contacts.projectId(), prefix, count);
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> prefix + number + "@example.org")
                .toList();
    }

    private long blocks(String condition) {
        return server.database()
                .count(
                        "SELECT count(*) FROM address_blocks WHERE project_id = ?::uuid AND " + condition,
                        contacts.projectId());
    }

    private void awaitMerged() {
        await().atMost(TIMEOUT)
                .until(() -> blocks("signature IS NULL") <= 1
                        && blocks("signature IS NULL AND octet_length(addresses) > 2900") == 0);
    }

    private void awaitRemoved(String address) {
        await().atMost(TIMEOUT).until(() -> blocks("strpos(addresses, E'\\n" + address + "\\n') > 0") == 0);
    }

    private long total(String query) {
        return contacts.get("/contacts?" + query).getLong("total");
    }

    @Test
    void mergedBlocksHaveASignatureAndTheSameIsFound() {
        var made = insert("someone", 2_000);
        assertThat(contacts.emails("search=one1234%40")).containsExactly("someone1234@example.org");

        awaitMerged();

        assertThat(blocks("signature IS NOT NULL")).isGreaterThan(10);
        for (var text : List.of("one1234%40", "one123", "199", "e77")) {
            var plain = text.replace("%40", "@");
            assertThat(contacts.allPages("limit=100&sort=email&search=" + text))
                    .isEqualTo(made.stream()
                            .filter(address -> address.contains(plain))
                            .sorted()
                            .toList());
        }
        assertThat(total("search=nobody")).isZero();
        assertThat(total("search=one.x")).isZero();
    }

    /** More matches than are looked up one by one: the list is read in its order then. */
    @ParameterizedTest
    @ValueSource(strings = {"someone", "1", "ne", "example.org"})
    void aFrequentTextIsFoundInEveryOrderAndCounted(String text) {
        var made = insert("someone", 1_500).stream()
                .filter(address -> address.contains(text))
                .toList();

        assertThat(total("search=" + text)).isEqualTo(made.size()).isGreaterThan(500);
        assertThat(contacts.allPages("limit=100&dir=asc&search=" + text)).isEqualTo(made);
        assertThat(contacts.allPages("limit=100&sort=email&dir=desc&search=" + text))
                .isEqualTo(made.stream().sorted(Comparator.reverseOrder()).toList());
        assertThat(total("subscribed=false&search=" + text))
                .isEqualTo(
                        made.stream().filter(AddressSearchTest::isUnsubscribed).count());
    }

    /** Of more than a hundred blocks with the text, the others are estimated; every one is found, though. */
    @ParameterizedTest
    @ValueSource(strings = {"example.org", "7@", "51"})
    void theNumberOfAVeryFrequentTextIsEstimated(String text) {
        var made = insert("someone", 15_000).stream()
                .filter(address -> address.contains(text))
                .toList();
        awaitMerged();

        assertThat((double) total("search=" + text)).isCloseTo(made.size(), withinPercentage(25));
        assertThat(contacts.allPages("limit=100&dir=asc&search=" + text)).isEqualTo(made);
    }

    /** With signatures that admit no text, nothing is found: the blocks are what a search reads, and not the contacts. */
    @Test
    void aBlockWhoseSignatureDoesNotAdmitTheTextIsNotRead() {
        insert("someone", 300);
        awaitMerged();
        assertThat(contacts.emails("search=someone77%40")).hasSize(1);

        server.database()
                .query(
                        "UPDATE address_blocks SET signature = decode(repeat('00', 1024), 'hex')"
                                + " WHERE project_id = ?::uuid",
                        contacts.projectId());

        assertThat(contacts.emails("search=someone77%40")).isEmpty();
        assertThat(contacts.emails("search=77")).isNotEmpty();
    }

    /** Domains are stored with A-labels, and addresses in lower case. */
    @ParameterizedTest
    @ValueSource(strings = {"xn--mller", "MUELLER", "Jürg", "müller", "er@XN--"})
    void anAddressIsFoundInAnyCaseByWhatIsStored(String text) {
        insert("someone", 200);
        contacts.post("Juerg.Mueller@müller.example");

        assertThat(contacts.emails("search=" + ContactApi.escaped(text)))
                .isEqualTo(text.contains("ü") ? List.of() : List.of("juerg.mueller@xn--mller-kva.example"));
    }

    private static boolean isUnsubscribed(String address) {
        return Integer.parseInt(address.replaceAll("\\D", "")) % 4 == 0;
    }

    /** Twice the text in an address is one contact. */
    @Test
    void anAddressWithTheTextTwiceCountsOnce() {
        var made = insert("example", 600);

        assertThat(total("search=example")).isEqualTo(made.size());
        assertThat(total("search=ample1"))
                .isEqualTo(made.stream()
                        .filter(address -> address.contains("ample1"))
                        .count());
    }

    /** A block is split at the text, so an address with it several times is in several pieces. */
    @ParameterizedTest
    @ValueSource(strings = {"na", "ana", "anan", "n", "an"})
    void anAddressWithTheTextSeveralTimesIsFound(String text) {
        insert("someb", 300);
        contacts.post("banana.nan@example.org");
        contacts.post("bananananana@nana.example");
        contacts.post("ananas@example.org");

        assertThat(contacts.allPages("limit=100&search=" + text))
                .contains("banana.nan@example.org", "bananananana@nana.example", "ananas@example.org")
                .doesNotHaveDuplicates();
    }

    @Test
    void aTextWithALineFeedIsInNoAddress() {
        insert("someone", 300);

        assertThat(contacts.emails("search=" + ContactApi.escaped("org\nsome"))).isEmpty();
    }

    @Test
    void aDeletedContactIsNotFoundAndItsAddressLeavesTheBlocks() {
        insert("someone", 300);
        awaitMerged();
        var id = contacts.byEmail("someone77@example.org").getString("id");

        contacts.call("DELETE", "/contacts/" + id, new JsonObject());

        assertThat(total("search=someone77%40")).isZero();
        awaitRemoved("someone77@example.org");
        assertThat(total("search=someone7")).isEqualTo(10);
        assertThat(contacts.emails("search=someone78")).containsExactly("someone78@example.org");
    }

    @Test
    void aRenamedContactIsFoundByItsNewAddressOnly() {
        contacts.post("before@example.org");
        var id = contacts.byEmail("before@example.org").getString("id");

        contacts.ok("PATCH", "/contacts/" + id, new JsonObject().put("email", "behind@example.org"));

        assertThat(contacts.emails("search=behin")).containsExactly("behind@example.org");
        assertThat(total("search=before")).isZero();
        awaitRemoved("before@example.org");
        assertThat(contacts.emails("search=behin")).containsExactly("behind@example.org");
    }

    @Test
    void aContactThatWasDeletedAndMadeAgainIsFound() {
        for (var round = 0; round < 3; round++) {
            contacts.post("again@example.org");
            var id = contacts.byEmail("again@example.org").getString("id");
            contacts.call("DELETE", "/contacts/" + id, new JsonObject());
        }
        contacts.post("again@example.org");

        assertThat(contacts.emails("search=again")).containsExactly("again@example.org");
        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count(
                                        "SELECT count(*) FROM address_removals WHERE project_id = ?::uuid",
                                        contacts.projectId())
                        == 0);
        assertThat(contacts.emails("search=again")).containsExactly("again@example.org");
    }

    /** The merging goes on beside it; the search and the table must agree at any moment. */
    @Test
    void duringARandomMixASearchFindsWhatIsThere() {
        var random = new Random(17);
        var addressToId = new TreeMap<String, String>();
        for (var call = 0; call < 400; call++) {
            var address = "mix" + random.nextInt(60) + "@example" + random.nextInt(2) + ".org";
            var id = addressToId.get(address);
            if (id == null) {
                contacts.post(address);
                addressToId.put(address, contacts.byEmail(address).getString("id"));
            } else if (random.nextBoolean()) {
                contacts.call("DELETE", "/contacts/" + id, new JsonObject());
                addressToId.remove(address);
            }
            if (call % 20 == 0) {
                assertThat(contacts.allPages("limit=100&sort=email&search=mix1"))
                        .isEqualTo(matching(addressToId, "mix1"));
                assertThat(contacts.allPages("limit=100&sort=email&search=example1."))
                        .isEqualTo(matching(addressToId, "example1."));
            }
        }
    }

    private static List<String> matching(TreeMap<String, String> addressToId, String text) {
        Predicate<String> contains = address -> address.contains(text);
        return new ArrayList<>(addressToId.keySet()).stream().filter(contains).toList();
    }

    @Test
    void aProjectThatWasResetHasNoBlocks() {
        insert("someone", 300);

        server.database()
                .query(
                        "UPDATE projects SET wiping = 'RESET', disabled = true, disabled_reason = 'WIPING' WHERE id = ?::uuid",
                        contacts.projectId());

        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count(
                                        "SELECT count(*) FROM projects WHERE id = ?::uuid AND wiping IS NOT NULL",
                                        contacts.projectId())
                        == 0);
        assertThat(blocks("true")).isZero();
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM address_removals WHERE project_id = ?::uuid",
                                contacts.projectId()))
                .isZero();
    }

    @Test
    void anotherProjectsBlocksAreNotSearched() {
        insert("someone", 300);
        var stranger = ContactApi.ofNewProject(server);

        assertThat(stranger.emails("search=someone")).isEmpty();
    }
}
