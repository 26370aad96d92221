package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.AuthenticatorApp;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.InBrowser;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.nodes.OAuthNode;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ways into the dashboard as a person takes them: signing up, links in emails, providers, invitations, recovery codes. */
@CloseFields
class SessionPagesTest {

    private static final OAuthNode NODE = OAuthNode.start(Map.of("GODWIT_ACCOUNTS_VERIFY", "true"));
    private static final TestServer SERVER = NODE.server;
    private static final CaughtMessages MAILS = new CaughtMessages(SERVER);

    @InBrowser(signedIn = false)
    private static DashboardBrowser dashboard;

    @BeforeEach
    void signOut() {
        dashboard.signOut();
    }

    private static void signUp(String email) {
        dashboard.open("/sign-in").press("Create an account").awaitText("Your address and a password are enough.");
        dashboard.fill("email", email).fill("password", "a sentence of mine");
        dashboard.browser().click("[type=submit]");
    }

    private static void openLink(String path, String email, String subject) {
        dashboard.browser().open(SERVER.baseUrl() + path + "?token=" + MAILS.token(email, subject));
    }

    private static void confirm(String email) {
        openLink("/auth/verify-email", email, "Confirm your email address");
        dashboard.browser().click("button");
        dashboard.awaitText("Your email address is verified");
    }

    @Test
    void aPersonSignsUpConfirmsTheAddressAndMakesTheFirstProject() {
        signUp("ada@example.com");
        dashboard.awaitText("We have sent an email with a link");
        assertThat(dashboard.violations()).isEmpty();
        confirm("ada@example.com");

        dashboard.visit("/").awaitText("New project").fill("name", "Analytical engines");
        dashboard.press("Create the project").awaitText("Send your first email");

        dashboard.open("/account").awaitText("Address confirmed");
    }

    @Test
    void anAddressThatHasAnAccountIsRefusedInASentence() {
        BrowserUser.signedUp(SERVER, "taken@example.com");

        signUp("taken@example.com");

        dashboard.browser().await("document.querySelector('[role=alert]') !== null");
        assertThat(dashboard.browser().text("[role=alert]")).doesNotContain("Something went wrong");
        dashboard.check("sign-up-refused");
    }

    @Test
    void aWrongPasswordIsSaidAndTheRightOneOpensTheDashboard() {
        dashboard.open("/sign-in").fill("email", "demo@example.test").fill("password", "not this one");
        dashboard.press("Sign in").awaitText("The email address or the password is wrong");

        dashboard.fill("password", SERVER.password()).press("Sign in").awaitText("Send your first email");
    }

    @Test
    void refusalsOfTheServerAreReadInTheLanguageOfThePage() {
        dashboard.open("/sign-in").browser().evaluate("localStorage.setItem('godwit.language', 'de')");
        dashboard.open("/sign-in").fill("email", "demo@example.test").fill("password", "not this one");
        dashboard.press("Anmelden").awaitText("Die E-Mail-Adresse oder das Passwort ist falsch");

        dashboard.open("/sign-up").fill("email", "short@example.com").fill("password", "short");
        dashboard.browser().click("[type=submit]");
        dashboard.awaitText("Mindestens 8 Zeichen.").awaitText("Eine Angabe stimmt noch nicht.");

        assertThat(dashboard.violations()).isEmpty();
        dashboard.browser().evaluate("localStorage.removeItem('godwit.language')");
    }

    @Test
    void aForgottenPasswordIsReplacedByALinkFromAMail() {
        BrowserUser.signedUp(SERVER, "forgets@example.com");
        dashboard.open("/sign-in").press("Forgotten password").fill("email", "forgets@example.com");
        dashboard.press("Send the link").awaitText("an email with a link is on its way");

        openLink("/auth/reset-password", "forgets@example.com", "Choose a new password");
        dashboard.browser().click("[type=password]");
        dashboard.browser().type("quite another sentence");
        dashboard.browser().click("button");
        dashboard.awaitText("is changed");

        dashboard.signIn("forgets@example.com", "quite another sentence");
    }

    @Test
    void anInvitedPersonJoinsByTheLinkWithANewPassword() {
        dashboard.signIn().open("team").press("Invite").awaitText("An email with a link to join");
        dashboard.fill("email", "invited@example.com").press("Send the invitation");
        dashboard.awaitText("invited@example.com is invited.");
        signOut();

        openLink("/auth/accept-invitation", "invited@example.com", "You are invited to a project");
        dashboard.browser().click("[type=password]");
        dashboard.browser().type("a sentence of the invited");
        dashboard.browser().click("button");
        dashboard.browser().await("!document.querySelector('[type=password]')");

        dashboard.signIn("invited@example.com", "a sentence of the invited");
        dashboard.open("team").awaitText("you").awaitText("Member");
    }

    @Test
    void somebodyWithAnAccountJoinsByAClick() {
        BrowserUser.demo(SERVER)
                .in(
                        SERVER.projectId(0),
                        "POST",
                        "/projects/" + SERVER.projectId(0) + "/members",
                        new JsonObject().put("email", "grace@example.com").encode());
        BrowserUser.signedUp(SERVER, "grace@example.com");
        dashboard.signIn("grace@example.com", "a password of grace@example.com");
        confirm("grace@example.com");

        dashboard.open("/new-project").awaitText("You are invited").check("invited");
        dashboard.press("Join").awaitText("Live");

        dashboard.open("team").awaitText("grace@example.com");
    }

    @Test
    void aProviderSignsAPersonIn() {
        NODE.prepare("oidc", "subject-7", Map.of("email", "oidc@example.com", "email_verified", true));
        dashboard.open("/sign-in").check("sign-in-providers");

        dashboard.press("Continue with Corp").awaitText("New project");

        dashboard.open("/account").awaitText("oidc@example.com");
    }

    @Test
    void aRecoveryCodeStandsInForTheApp() {
        var person = BrowserUser.signedUp(SERVER, "factor@example.com");
        dashboard.signIn("factor@example.com", person.password());
        confirm("factor@example.com");
        signOut();
        var app = AuthenticatorApp.enrol(person);
        dashboard.open("/sign-in").fill("email", "factor@example.com").fill("password", person.password());
        dashboard.press("Sign in").awaitText("One more step");

        dashboard.fill("code", "000000").press("Sign in");
        dashboard.browser().await("document.querySelector('[role=alert]') !== null");
        dashboard.fill("code", app.recoveryCodes().get(0)).press("Sign in").awaitText("New project");

        dashboard.open("/account").awaitText((app.recoveryCodes().size() - 1) + " recovery codes are left.");
    }
}
