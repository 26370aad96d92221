package io.godwit.dashboard.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of the dashboard about calls that fail: the server's answers are put in by the browser. */
@GodwitServer
class DashboardErrorsTest {

    private static final String REQUEST = "0199aaaa-0000-7000-8000-000000000001";

    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @AfterEach
    void repair() {
        dashboard.browser().answerNoMore();
        dashboard.browser().network().unplug(false);
        dashboard.browser().network().ignoreCache(false);
    }

    private static void fail(String pattern, int status, String code, JsonObject more) {
        var error = new JsonObject()
                .put("code", code)
                .put("message", "The server says why")
                .put("statusCode", status)
                .put("requestId", REQUEST)
                .mergeIn(more);
        var body = new JsonObject().put("success", false).put("error", error);
        dashboard
                .browser()
                .answerWith(
                        pattern, status, Map.of("Content-Type", "application/json", "Retry-After", "7"), body.encode());
    }

    @Test
    void anEndedSessionLeadsToTheSignInPageAndBack() {
        fail("*/users/@me", 401, "UNAUTHORIZED", new JsonObject());
        dashboard.visit("emails").awaitText("Sign in");
        dashboard.browser().answerNoMore();

        assertThat(dashboard.browser().evaluate("new URLSearchParams(location.search).get('next')"))
                .isEqualTo("p/" + server.projectId(0) + "/emails");
    }

    @Test
    void aRoleThatIsTooLowIsNamedWithTheRequest() {
        fail("*/emails?*", 403, "FORBIDDEN", new JsonObject());

        dashboard.open("emails").awaitText("Your role does not allow this.").awaitText(REQUEST);
    }

    @Test
    void theRoleThatIsNeededIsNamedWhereTheServerSaysIt() {
        var needed = new JsonObject().put("details", new JsonObject().put("requiredRole", "OWNER"));
        fail("*/emails?*", 403, "FORBIDDEN", needed);

        dashboard.open("emails").awaitText("Only the owner of the project may do this.");
    }

    /** The call is named from its first slash, because the page's own address may end like it. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            emails,          /emails?*
            activity,        /activity?*
            events,          /events/stats*
            contacts,        /contacts?*
            contacts/jobs,   /jobs?*
            contacts/fields, /contacts/fields
            segments,        /segments
            templates,       /templates?*
            campaigns,       /campaigns?*
            workflows,       /workflows?*
            domains,         /domains/project/*
            keys,            /projects/*/keys
            team,            /projects/*/members
            suppressions,    /suppressions?*
            webhooks,        /webhooks/secret
            audit,           /projects/*/audit?*
            """)
    void aListThatIsRefusedSaysWhyAndThePageStays(String page, String call) {
        fail(server.baseUrl() + call, 403, "FORBIDDEN", new JsonObject());

        dashboard.open(page).awaitText("Your role does not allow this.").awaitText(REQUEST);

        assertThat(dashboard.browser().evaluate("document.querySelector('main h1').innerText"))
                .asString()
                .isNotBlank();
        assertThat(dashboard.violations()).isEmpty();
    }

    @Test
    void whatIsGoneIsSaidToBeGone() {
        fail("*/emails?*", 404, "RESOURCE_NOT_FOUND", new JsonObject());

        dashboard.open("emails").awaitText("This is gone, or not yours.");
    }

    @Test
    void aPageThatAskedTooOftenSaysThatItWaits() {
        fail("*/emails?*", 429, "RATE_LIMIT_EXCEEDED", new JsonObject());

        dashboard.visit("emails").awaitText("Too many requests. Godwit goes on by itself in 7 seconds.");
    }

    @Test
    void tooManyRequestsSayWhenItGoesOn() {
        dashboard.open("/new-project");
        fail("*/users/@me/projects", 429, "RATE_LIMIT_EXCEEDED", new JsonObject());

        dashboard.fill("name", "Shop").press("Create the project").awaitText("It goes on in 7 seconds.");
    }

    @Test
    void aConflictIsShownInTheWordsOfTheServer() {
        dashboard.open("/new-project");
        fail("*/users/@me/projects", 409, "CONFLICT", new JsonObject());

        dashboard.fill("name", "Shop").press("Create the project").awaitText("The server says why");
    }

    @Test
    void mistakesAreShownAtTheirFieldsAndTheFirstIsFocused() {
        dashboard.open("/new-project");
        var mistake = new JsonObject()
                .put("field", "name")
                .put("message", "That name is taken")
                .put("code", "custom");
        fail(
                "*/users/@me/projects",
                422,
                "VALIDATION_ERROR",
                new JsonObject().put("errors", new JsonArray().add(mistake)));

        dashboard.fill("name", "Shop").press("Create the project").awaitText("That name is taken");

        assertThat(dashboard.browser().evaluate("document.activeElement.name")).isEqualTo("name");
        assertThat(dashboard.browser().evaluate("document.activeElement.getAttribute('aria-invalid')"))
                .isEqualTo("true");
        assertThat(dashboard.violations()).isEmpty();
    }

    @Test
    void aDatabaseThatIsAwayIsSaidAtOnceAndForgottenAfterwards() {
        fail("*/emails?*", 503, "SERVICE_UNAVAILABLE", new JsonObject());
        dashboard.visit("emails").awaitText("The database is away.");

        dashboard.browser().answerNoMore();

        dashboard.awaitText("No emails yet");
        dashboard.browser().await("!document.body.innerText.includes('The database is away')");
    }

    @Test
    void aSessionThatEndsWhileAPageIsOpenLeadsToTheSignInPageAndBack() {
        dashboard.open("emails").awaitText("No emails yet");
        fail("*/activity?*", 401, "UNAUTHORIZED", new JsonObject());

        dashboard.press("Activity").awaitText("Email address");
        dashboard.browser().answerNoMore();

        dashboard.fill("email", "demo@example.test").fill("password", server.password());
        dashboard.press("Sign in");
        dashboard.browser().await("location.pathname === '/app/p/" + server.projectId(0) + "/activity'");
        dashboard.awaitText("Activity");
    }

    @Test
    void aSignOutThatFailsIsSaidAndThePageStays() {
        dashboard.open("emails").awaitText("No emails yet");
        fail("*/auth/logout", 503, "SERVICE_UNAVAILABLE", new JsonObject());

        dashboard.press("Account").press("Sign out");

        dashboard.awaitText("The database is away.").awaitText(REQUEST);
        assertThat(dashboard.browser().evaluate("location.pathname")).asString().endsWith("/emails");
    }

    @Test
    void aListOfSuppressionsThatFailsDoesNotReadAsMailed() {
        var contact = new JsonObject(
                server.post("/contacts", server.secretKey(0), new JsonObject().put("email", "ada@example.org"))
                        .body());
        fail("*/suppressions?*", 403, "FORBIDDEN", new JsonObject());

        dashboard.open("contacts/" + contact.getString("id")).awaitText("Your role does not allow this.");
    }

    @Test
    void anInvitationThatCannotBeAcceptedOrListedSaysWhy() {
        fail("*/users/@me/invitations", 403, "FORBIDDEN", new JsonObject());
        dashboard.open("/new-project").awaitText("Your role does not allow this.");

        dashboard.browser().answerNoMore();
        var invitation = new JsonObject()
                .put("id", REQUEST)
                .put("project", "Shop of Ada")
                .put("projectId", REQUEST)
                .put("role", "MEMBER")
                .put("expiresAt", "2030-01-01T00:00:00Z");
        var list = new JsonObject().put("success", true).put("data", new JsonArray().add(invitation));
        dashboard
                .browser()
                .answerWith("*/users/@me/invitations", 200, Map.of("Content-Type", "application/json"), list.encode());
        dashboard.open("/new-project").awaitText("Shop of Ada").press("Join").awaitText("This is gone, or not yours.");
    }

    @Test
    void aDisabledProjectAndAReachedLimitAreSaidInTheWordsOfTheServer() {
        dashboard.open("/new-project");
        fail("*/users/@me/projects", 403, "PROJECT_DISABLED", new JsonObject());
        dashboard.fill("name", "Shop").press("Create the project").awaitText("The server says why");

        dashboard.browser().answerNoMore();
        dashboard.open("/new-project");
        fail("*/users/@me/projects", 402, "BILLING_LIMIT_EXCEEDED", new JsonObject());
        dashboard.fill("name", "Shop").press("Create the project").awaitText("The server says why");
    }

    @Test
    void aFileThatIsTooLargeIsSaidToBe() {
        dashboard.open("suppressions").press("Import").awaitText("No file chosen");
        dashboard
                .browser()
                .evaluate("(() => { const files = new DataTransfer();"
                        + " files.items.add(new File(['email\\na@example.com\\n'], 'large.csv'));"
                        + " const input = document.querySelector('input[type=file]'); input.files = files.files;"
                        + " input.dispatchEvent(new Event('change', {bubbles: true})); })()");
        var sentence = "The file may have at most 10485760 bytes";
        fail("*/suppressions/import", 413, "PAYLOAD_TOO_LARGE", new JsonObject().put("message", sentence));
        dashboard.awaitText("large.csv");
        dashboard.browser().click("[role=dialog] .button-main");

        assertThat(dashboard.browser().text("[role=dialog] [role=alert]"))
                .contains("The file may have at most 10,485,760 bytes.", REQUEST);
    }

    /** The wait of the page is made short; nobody waits for half a minute in a test. */
    @Test
    void anAnswerThatDoesNotComeIsSaidToBeMissing() {
        dashboard.open("emails").awaitText("No emails yet");
        dashboard
                .browser()
                .evaluate("AbortSignal.timeout = () => AbortSignal.abort(new DOMException('late', 'TimeoutError')); 0");
        dashboard.press("Activity");

        dashboard.awaitText("You are offline or the server does not answer.");
    }

    @Test
    void aMistakeAtAFieldStaysUntilTheFieldIsChanged() {
        dashboard.open("/new-project");
        var mistake = new JsonObject().put("field", "name").put("message", "That name is taken");
        fail(
                "*/users/@me/projects",
                422,
                "VALIDATION_ERROR",
                new JsonObject().put("errors", new JsonArray().add(mistake)));
        dashboard.fill("name", "Shop").press("Create the project").awaitText("That name is taken");

        dashboard.browser().evaluate("document.activeElement.blur()");
        dashboard.awaitText("That name is taken");
        dashboard.fill("name", "Another");

        dashboard.browser().await("!document.querySelector('[name=name]').hasAttribute('aria-invalid')");
    }

    @Test
    void aBrowserWithoutNetworkSaysSo() {
        dashboard.open("emails").awaitText("No emails yet");
        dashboard.browser().network().unplug(true);

        dashboard.awaitText("You are offline or the server does not answer.");
    }

    @Test
    void whatWasTypedWithoutNetworkIsKeptAndSentAfterwards() {
        dashboard.open("/new-project").fill("name", "Typed without network");
        dashboard.browser().network().unplug(true);
        dashboard.press("Create the project").awaitText("No answer came.");

        dashboard.browser().network().unplug(false);
        dashboard.press("Create the project").awaitText("Typed without network");
        dashboard.browser().await("location.pathname.startsWith('/app/p/')");
    }

    @Test
    void aPartOfAReplacedVersionOffersToReload() {
        dashboard.open("emails").awaitText("No emails yet");
        // Another test may have left the page in the cache, and then nobody asks the server for it.
        dashboard.browser().network().ignoreCache(true);
        dashboard.browser().answerWith("*/app/assets/home-*", 404, Map.of(), "");
        dashboard.press("Home");

        dashboard.awaitText("A new version is here.");
    }

    @Test
    void aReputationThatIsInDangerAndASuspensionAreSaidOnEveryPage() {
        judge(false, new JsonArray());
        dashboard
                .open("emails")
                .awaitText("Too many emails bounce or are complained about.")
                .check("banner-reputation");

        judge(
                true,
                new JsonArray().add(new JsonObject().put("id", REQUEST).put("evidence", "12 of 100 emails bounced")));
        dashboard
                .open("emails")
                .awaitText("Sending from this project is suspended: 12 of 100 emails bounced")
                .check("banner-suspended");
        dashboard.press("See the rates").awaitText("Security");
    }

    /** Lets the server say that the rates are too high, and whether sending is suspended for them. */
    private static void judge(boolean isDisabled, JsonArray suspensions) {
        var rates = new JsonObject()
                .put("total", 100)
                .put("bounces", 12)
                .put("complaints", 0)
                .put("bounceRate", 12.0)
                .put("complaintRate", 0.0);
        var status = new JsonObject()
                .put("isHealthy", false)
                .put("sevenDay", rates)
                .put("allTime", rates)
                .put("violations", new JsonArray())
                .put("warnings", new JsonArray());
        var data = new JsonObject()
                .put("status", status)
                .put("levels", new JsonObject())
                .put("isDisabled", isDisabled)
                .put("suspensions", suspensions);
        dashboard
                .browser()
                .answerWith(
                        "*/projects/*/security",
                        200,
                        Map.of("Content-Type", "application/json"),
                        new JsonObject().put("success", true).put("data", data).encode());
    }

    @Test
    void anAddressThatNamesNoPageSaysSo() {
        dashboard.open("no-such-page").awaitText("There is nothing at this address");

        assertThat(dashboard
                        .browser()
                        .evaluate("[...document.querySelectorAll('h1')].map(each => each.innerText).join()"))
                .isEqualTo("There is nothing at this address");
        assertThat(dashboard.violations()).isEmpty();
    }
}
