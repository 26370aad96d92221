package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of contacts as a person uses them: the list, one contact, an import, the fields. */
@GodwitServer
class ContactPagesTest {

    /** Less than the time after which a page asks by itself. */
    private static final Duration NEWS = Duration.ofSeconds(10);

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        for (var name : new String[] {"ada", "grace", "joan"}) {
            make(name + "@example.org", new JsonObject().put("firstName", name).put("plan", "pro"));
        }
    }

    private static String make(String email, JsonObject data) {
        var body = new JsonObject().put("email", email).put("data", data);
        return new JsonObject(
                        server.post("/contacts", server.secretKey(0), body).body())
                .getString("id");
    }

    private static JsonObject found(String id) {
        return new JsonObject(server.get("/contacts/" + id, server.secretKey(0)).body());
    }

    private static void patch(String path, JsonObject body) {
        server.call("PATCH", path, server.secretKey(0), body.encode());
    }

    @Test
    void theListIsFitForAllFullAndEmpty() {
        dashboard.checkEverywhere("contacts", "contacts");
        dashboard
                .open("contacts?search=nobody-has-this")
                .awaitText("No contact matches")
                .check("contacts-none");
    }

    @Test
    void aContactIsAddedAndOpened() {
        dashboard.open("contacts").press("Add a contact").fill("email", "new@example.org");
        dashboard.browser().click("[role=dialog] button[type=submit]");

        dashboard.awaitText("Nothing happened yet").awaitText("new@example.org");
    }

    @Test
    void theListIsNarrowedDownByConditionsWhichBecomeASegment() {
        dashboard.open("contacts").awaitText("grace@example.org").press("Conditions");
        dashboard.awaitText("Each condition needs a value.").check("contacts-conditions");
        dashboard.fill("value", "ada@").press("Show these contacts");
        dashboard.awaitText("Contacts where").awaitText("ada@example.org").awaitText("1 entry");
        dashboard.check("contacts-by-conditions");

        dashboard.press("Save as segment").awaitText("Contacts where").fill("name", "Those named Ada");
        dashboard.press("Save");
        dashboard.browser().await("/segments\\/[0-9a-f-]{36}/.test(location.pathname)");

        var segments = server.get("/segments", server.secretKey(0)).body();
        assertThat(segments).contains("Those named Ada").contains("\"ada@\"");
    }

    @Test
    void aFieldIsEditedInItsPlace() {
        var id = make("field@example.org", new JsonObject().put("city", "Rome"));

        dashboard
                .open("contacts/" + id)
                .press("Edit city")
                .fill("value", "Oslo")
                .press("Save")
                .awaitText("Saved.");

        assertThat(found(id).getJsonObject("data").getString("city")).isEqualTo("Oslo");
    }

    /** The field gets its type from the first value that is stored. */
    @Test
    void aNumberInANewFieldIsStoredAsANumber() {
        var id = make("typed@example.org", new JsonObject());

        dashboard
                .open("contacts/" + id)
                .press("Add a field")
                .fill("field", "seatsLeft")
                .fill("value", "42");
        dashboard.awaitText("Number").press("Save").awaitText("Saved.");

        assertThat(found(id).getJsonObject("data").getValue("seatsLeft")).isEqualTo(42);
    }

    @Test
    void contactsThatAFilterHidesAreSelectedNoMore() {
        dashboard.open("contacts").awaitText("grace@example.org");
        dashboard.browser().click(".table-head label");
        dashboard.browser().await("/[0-9]+ selected/.test(document.body.innerText)");

        dashboard.browser().click("input[type=search]");
        dashboard.browser().type("ada@");

        dashboard.browser().await("!document.body.innerText.includes(' selected')");
    }

    @Test
    void anUnsubscribedContactIsToldAndSubscribedAgainOnlyWithAProof() {
        var id = make("leaving@example.org", new JsonObject());
        dashboard.open("contacts/" + id).press("Unsubscribe");
        dashboard.browser().click("[role=dialog] .button-main");
        dashboard.awaitText("Not subscribed:");

        assertThat(found(id).getBoolean("subscribed")).isFalse();
        dashboard.press("Subscribe").awaitText("Only with the person");
        assertThat(dashboard.browser().evaluate("document.querySelector('[role=dialog] .button-main').disabled"))
                .isEqualTo(true);
    }

    @Test
    void oneContactIsFitForAll() {
        var id = make("story@example.org", new JsonObject().put("plan", "team").put("seats", 4));

        dashboard.checkEverywhere("contacts/" + id, "contact");
    }

    @Test
    void theHistoryOfASubscriptionTellsWhatChangedIt() {
        var id = make("consent@example.org", new JsonObject());
        patch("/contacts/" + id, new JsonObject().put("subscribed", false));

        dashboard.open("contacts/" + id).awaitText("Unsubscribed by this project. By a call to the API.");
        dashboard.checkEverywhere("contacts/" + id + "?tab=consent", "contact-consent");
        dashboard.awaitText("Added, subscribed").awaitText("Unsubscribed");
    }

    @Test
    void theSegmentsOfAContactAreFitForAll() {
        var id = make("segmented@example.org", new JsonObject());
        dashboard
                .open("contacts/" + id + "?tab=segments")
                .awaitText("In no segment")
                .check("contact-segments-none");
        var segment = new JsonObject(server.post(
                        "/segments",
                        server.secretKey(0),
                        new JsonObject().put("name", "Readers by hand").put("type", "STATIC"))
                .body());
        server.post(
                "/segments/" + segment.getString("id") + "/members",
                server.secretKey(0),
                new JsonObject().put("emails", List.of("segmented@example.org")));

        dashboard.checkEverywhere("contacts/" + id + "?tab=segments", "contact-segments");
        dashboard.awaitText("Readers by hand");
    }

    @Test
    void aFileBecomesContactsWithItsColumnsMapped() {
        dashboard.open("contacts/import").check("import-file");
        choose("Mail;Town\nimported@example.org;Bonn\nno address;Ulm\n");
        dashboard.awaitText("Say what each column becomes").check("import-columns");
        dashboard.press("Check the file").awaitText("What the import will do").awaitText("imported@example.org");
        dashboard.checkShownEverywhere("import-preview");
        assertThat(server.get("/contacts/by-email/imported@example.org", server.secretKey(0))
                        .statusCode())
                .isEqualTo(404);
        dashboard.press("Start the import").awaitText("The import is done.").check("import-done");

        var contact = new JsonObject(server.get("/contacts/by-email/imported@example.org", server.secretKey(0))
                .body());
        assertThat(contact.getJsonObject("data").getString("Town")).isEqualTo("Bonn");
        dashboard.awaitText("Row 3");
    }

    @Test
    void whatWasForetoldForOtherColumnsIsNotShown() {
        dashboard.open("contacts/import");
        choose("email,plan\nold@example.org,pro\n");
        dashboard
                .awaitText("Say what each column becomes")
                .press("Check the file")
                .awaitText("What the import will do");

        dashboard.press("Subscribe them again; I can prove that they agreed").awaitText("Check the file");

        assertThat(dashboard.browser().evaluate("document.body.innerText.includes('What the import will do')"))
                .isEqualTo(false);
    }

    @Test
    void importsAndActionsOnManyContactsAreListedWithTheirProgress() {
        var jobs = new JobApi(server.baseUrl(), server.secretKey(0));
        dashboard.open("contacts/jobs?status=failed").awaitText("Nothing matches");
        dashboard.open("contacts/jobs").awaitNews();

        jobs.imported("email\nlisted@example.org\nno address\n");

        dashboard.awaitTextWithin(NEWS, "1 new · 1 with an error").awaitTextWithin(NEWS, "Completed");
        var contact = new JsonObject(server.get("/contacts/by-email/listed@example.org", server.secretKey(0))
                        .body())
                .getString("id");
        jobs.bulk("unsubscribe", new JsonObject().put("contactIds", List.of(contact)));
        dashboard.awaitTextWithin(NEWS, "Unsubscribe many contacts").checkShownEverywhere("jobs");
        speak("de");
        dashboard.open("contacts/jobs").awaitText("Viele Kontakte abmelden").awaitText("1 neu · 1 mit Fehler");
        dashboard.check("jobs-german");
        speak("en");
        dashboard
                .open("contacts/import")
                .awaitText("Recent imports and actions")
                .checkShownEverywhere("import-recent");
    }

    private static void speak(String language) {
        dashboard.browser().evaluate("localStorage.setItem('godwit.language', '" + language + "')");
    }

    /** The browser tells of a choice only when it is another one. */
    @Test
    void aFileThatWasMendedCanBeChosenAgain() {
        dashboard.open("contacts/import");

        choose("email\n");

        dashboard.awaitText("The file has no header with rows below it.");
        dashboard.browser().await("document.querySelector('[role=alert]')?.innerText.includes('no header')");
        assertThat(dashboard.browser().evaluate("document.querySelector('input[type=file]').value"))
                .isEqualTo("");
    }

    private static void choose(String csv) {
        dashboard
                .browser()
                .evaluate("(() => { const files = new DataTransfer(); files.items.add(new File(["
                        + new JsonObject().put("t", csv).encode() + ".t], 'people.csv'));"
                        + " const input = document.querySelector('input[type=file]'); input.files = files.files;"
                        + " input.dispatchEvent(new Event('change', {bubbles: true})); })()");
    }

    @Test
    void theFieldsAreFitForAll() {
        dashboard.checkEverywhere("contacts/fields", "fields");
        dashboard
                .press("More about plan")
                .awaitText("No segment, campaign or workflow uses it.")
                .check("field-open");
    }
}
