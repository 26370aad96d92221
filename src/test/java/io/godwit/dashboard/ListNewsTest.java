package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Pages that one person has open while somebody else acts: what changes on the server moves on the screen within two seconds. */
@GodwitServer
class ListNewsTest {

    /** Two seconds, and as much again for a machine that has other work; {@code NewsDelayTest} holds what pages wait by themselves. */
    private static final Duration DEADLINE = Duration.ofSeconds(4);

    /**
     * A call of the other person, and what it puts on a page.
     *
     * @param page of the first project
     * @param path {@code ID} stands for the project
     */
    private record Change(String page, String method, String path, JsonObject body, String shown) {

        static Change of(String page, String path, JsonObject body, String shown) {
            return new Change(page, "POST", path, body, shown);
        }

        @Override
        public String toString() {
            return page + " after " + method + " " + path;
        }
    }

    static final List<Change> CHANGES = List.of(
            Change.of("contacts", "/contacts", contact(), "new@example.org"),
            Change.of("contacts/fields", "/contacts", contact().put("data", object("shoeSize", 43)), "shoeSize"),
            Change.of("segments", "/segments", object("name", "Readers").put("type", "STATIC"), "Readers"),
            Change.of("templates", "/templates", template(), "Greeting"),
            Change.of("campaigns", "/campaigns", campaign(), "Autumn"),
            Change.of("workflows", "/workflows", object("name", "Series").put("eventName", "signed_up"), "Series"),
            Change.of("emails", "/v1/send", email("New email"), "New email"),
            Change.of("", "/v1/send", email("News on the first page"), "News on the first page"),
            Change.of("events", "/v1/track", object("event", "new_event").put("email", "new@example.org"), "new_event"),
            Change.of(
                    "keys",
                    "/projects/ID/keys",
                    object("label", "New key of Ada").put("scope", "send"),
                    "New key of Ada"),
            Change.of("domains", "/domains", object("domain", "new.example.net"), "new.example.net"),
            Change.of("suppressions", "/suppressions", object("email", "gone@example.org"), "gone@example.org"),
            Change.of("audit", "/projects/ID/members", object("email", "other@example.org"), "Person invited"),
            Change.of("team", "/projects/ID/members", object("email", "invited@example.org"), "invited@example.org"),
            Change.of("mailbox", "/v1/send", email("Caught message"), "Caught message"),
            new Change("emails", "PATCH", "/users/@me/projects/ID", object("name", "New name"), "New name"));

    private static TestServer server;
    private static BrowserUser other;

    @InBrowser
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        other = BrowserUser.demo(server);
    }

    private static JsonObject object(String name, Object value) {
        return new JsonObject().put(name, value);
    }

    private static JsonObject contact() {
        return object("email", "new@example.org");
    }

    private static JsonObject template() {
        return object("name", "Greeting")
                .put("subject", "Welcome")
                .put("body", "<p>b</p>")
                .put("type", "TRANSACTIONAL");
    }

    private static JsonObject campaign() {
        return object("name", "Autumn")
                .put("subject", "News")
                .put("body", "<p>b</p>")
                .put("from", "news@example.test")
                .put("audienceType", "ALL");
    }

    private static JsonObject email(String subject) {
        return object("to", "ada@example.com")
                .put("from", "hello@example.test")
                .put("subject", subject)
                .put("body", "<p>Hello</p>");
    }

    private static JsonObject act(String method, String path, JsonObject body) {
        var project = server.projectId(0);
        var answer = path.startsWith("/v1/")
                ? server.post(path, server.secretKey(0), body)
                : other.in(project, method, path.replace("ID", project), body.encode());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return new JsonObject(answer.body());
    }

    @ParameterizedTest
    @FieldSource("CHANGES")
    void aPageShowsWhatSomebodyElseDoes(Change change) {
        dashboard.open(change.page()).awaitNews();
        assertThat(dashboard.browser().text("body")).doesNotContain(change.shown());

        act(change.method(), change.path(), change.body());

        dashboard.awaitTextWithin(DEADLINE, change.shown());
    }

    @Test
    void aTemplateThatNobodyHasChangedHereShowsWhatSomebodyElseHasSaved() {
        var id = act("POST", "/templates", template().put("name", "Shared")).getString("id");
        dashboard.open("templates/" + id).awaitNews();

        act("PATCH", "/templates/" + id, object("name", "Renamed"));

        dashboard.awaitTextWithin(DEADLINE, "Renamed");
        dashboard.browser().await("document.querySelector('[name=name]').value === 'Renamed'");
        dashboard.fill("subject", "Mine").press("Save").awaitText("The template is saved.");
    }

    /** Each news came before the answer to the one before, which was given up each time. */
    @Test
    void aListMovesAlsoWhileNewsComeFasterThanAnswers() {
        dashboard.open("contacts?sort=createdAt&dir=desc").awaitNews();
        dashboard.browser().network().delayAnswers(Duration.ofMillis(800));
        try {
            var isShown = "document.body.innerText.includes('@busy.example.org')";
            var until = System.nanoTime() + Duration.ofSeconds(8).toNanos();
            for (var count = 1; !isTrue(isShown) && System.nanoTime() < until; count++) {
                act("POST", "/contacts", object("email", count + "@busy.example.org"));
            }

            assertThat(isTrue(isShown)).isTrue();
        } finally {
            dashboard.browser().network().delayAnswers(Duration.ZERO);
        }
    }

    private static boolean isTrue(String expression) {
        return Boolean.TRUE.equals(dashboard.browser().evaluate(expression));
    }

    @Test
    void aRoleThatIsGivenElsewhereOpensItsPages() {
        act("POST", "/projects/ID/members", object("email", "grace@example.org"));
        var grace = BrowserUser.signedUp(server, "grace@example.org");
        grace.acceptInvitations();
        var project = server.projectId(0);
        try (var hers = DashboardBrowser.start(server).signIn(grace.email(), grace.password())) {
            hers.open("team").awaitNews();
            assertThat(hers.browser().text("body")).doesNotContain("Invite");

            var role = object("role", "ADMIN").encode();
            other.in(project, "PATCH", "/projects/" + project + "/members/" + grace.id(), role);

            hers.awaitTextWithin(DEADLINE, "Invite");
        }
    }
}
