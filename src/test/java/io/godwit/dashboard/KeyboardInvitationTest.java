package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.Keyboard;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Joining a project by invitation with the keyboard alone. */
@GodwitServer("GODWIT_ACCOUNTS_VERIFY=true")
class KeyboardInvitationTest {

    private static TestServer server;

    @InBrowser(signedIn = false)
    private static DashboardBrowser dashboard;

    private static Keyboard keyboard;

    @BeforeAll
    static void open() {
        keyboard = dashboard.browser().keyboard();
    }

    @BeforeEach
    void signOut() {
        dashboard.signOut();
    }

    private static void invite(String email) {
        var answer = BrowserUser.demo(server)
                .post("/projects/" + server.projectId(0) + "/members", new JsonObject().put("email", email));
        assertThat(answer.body()).contains("INVITED");
    }

    /** Opens the link of the invitation, on the page without scripts or on that of the dashboard. */
    private static void openLink(String path, String email) {
        var token = new CaughtMessages(server).token(email, "You are invited to a project");
        dashboard.browser().open(server.baseUrl() + path + "/accept-invitation?token=" + token);
    }

    private static BrowserUser verified(String email) {
        var person = BrowserUser.signedUp(server, email);
        server.database().query("UPDATE users SET email_verified = true WHERE email = ?", email);
        return person;
    }

    private static void assertThatIsMember(String email) {
        assertThat(server.database()
                        .count("SELECT count(*) FROM memberships JOIN users ON users.id = user_id WHERE email = '"
                                + email + "'"))
                .isEqualTo(1);
    }

    @Test
    void aNewcomerJoinsByTheLinkAndSignsIn() {
        invite("newcomer@example.com");
        openLink("/auth", "newcomer@example.com");
        dashboard.awaitText("You are invited to the project Demo example.test.");
        assertThat(dashboard.browser().evaluate("document.querySelector('[type=email]').value"))
                .isEqualTo("newcomer@example.com");

        keyboard.tabTo("Password").type("a sentence of mine");
        keyboard.tabTo("Join").press("Enter");
        dashboard.awaitText("You are a member now");
        keyboard.tabTo("Open the dashboard").press("Enter");

        dashboard.awaitText("Live");
        assertThatIsMember("newcomer@example.com");
        signOut();
        dashboard.open("/sign-in");
        keyboard.awaitFocus("textbox", "Email address").type("newcomer@example.com");
        keyboard.tabTo("Password").type("a sentence of mine").press("Enter");
        dashboard.awaitText("Live");
    }

    @Test
    void aNewcomerJoinsOnThePageOfTheDashboard() {
        invite("on-page@example.com");
        openLink("/app", "on-page@example.com");

        dashboard
                .awaitText("You are invited to work in the project Demo example.test")
                .check("invitation");
        keyboard.awaitFocus("textbox", "Choose a password").type("short").press("Enter");
        dashboard.awaitText("At least 8 characters.");
        keyboard.awaitFocus("textbox", "Choose a password").press("Control+a").type("a sentence of mine");
        keyboard.tabTo("Join").press("Space");

        dashboard.awaitText("Live");
        keyboard.awaitFocus("main", "");
        assertThatIsMember("on-page@example.com");
        signOut();
        openLink("/app", "on-page@example.com");
        dashboard.awaitText("This link is not valid").check("invitation-used");
    }

    @Test
    void somebodyWithAnAccountJoinsByTheLink() {
        invite("grace@example.com");
        verified("grace@example.com");
        openLink("/auth", "grace@example.com");

        keyboard.tabTo("Join").press("Enter");

        dashboard.awaitText("You are a member now");
        assertThatIsMember("grace@example.com");
    }

    @Test
    void somebodyWhoIsSignedInJoins() {
        invite("joan@example.com");
        var joan = verified("joan@example.com");
        dashboard.signIn("joan@example.com", joan.password());
        dashboard.open("/new-project").awaitText("You are invited");
        keyboard.awaitFocus("textbox", "Name");

        keyboard.tabBackTo("Join").press("Enter");

        dashboard.awaitText("Live");
        keyboard.awaitFocus("main", "");
        assertThatIsMember("joan@example.com");
    }

    @Test
    void somebodyWhoIsSignedInDeclines() {
        invite("eve@example.com");
        var eve = verified("eve@example.com");
        dashboard.signIn("eve@example.com", eve.password());
        dashboard.open("/new-project").awaitText("You are invited");
        keyboard.awaitFocus("textbox", "Name");

        keyboard.tabBackTo("Decline").press("Enter");

        dashboard.browser().await("!document.body.innerText.includes('You are invited')");
        keyboard.tabTo("Name").type("My own").press("Enter");
        dashboard.awaitText("Send your first email");
    }
}
