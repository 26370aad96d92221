package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.AuthenticatorApp;
import io.godwit.kit.BrowserUser;
import io.godwit.kit.CaughtMessages;
import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.Keyboard;
import io.godwit.kit.TestServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ways in and out with the keyboard alone: signing up, signing in, a second factor, lost and changed passwords. */
@GodwitServer("GODWIT_ACCOUNTS_VERIFY=true")
class KeyboardSessionTest {

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

    private static void openLink(String path, String email, String subject) {
        dashboard
                .browser()
                .open(server.baseUrl() + path + "?token=" + new CaughtMessages(server).token(email, subject));
    }

    @Test
    void aPersonSignsUpConfirmsTheAddressAndMakesTheFirstProject() {
        dashboard.open("/sign-in");
        keyboard.awaitFocus("textbox", "Email address")
                .tabTo("Create an account")
                .press("Enter");
        dashboard.awaitText("Your address and a password are enough.");
        keyboard.awaitFocus("textbox", "Email address").type("ada@example.com");
        keyboard.tabTo("Password").type("short").press("Enter");
        dashboard.awaitText("At least 8 characters.");
        keyboard.awaitFocus("textbox", "Password").press("Control+a").type("a sentence of mine");
        keyboard.tabTo("Create an account").press("Space");
        dashboard.awaitText("We have sent an email with a link");
        keyboard.tabTo("Send the link again").press("Enter");
        dashboard.awaitText("An email with a link is on its way.");
        keyboard.tabBackTo("I have opened the link");

        openLink("/auth/verify-email", "ada@example.com", "Confirm your email address");
        keyboard.tabTo("Confirm").press("Enter");
        dashboard.awaitText("Your email address is verified");

        dashboard.visit("/").awaitText("New project");
        keyboard.awaitFocus("textbox", "Name").type("Engines").press("Enter");
        dashboard.awaitText("Send your first email");
        keyboard.awaitFocus("main", "");
    }

    @Test
    void aWrongPasswordLeadsToTheSentenceAndTheRightOneInAndTheMenuOut() {
        dashboard.open("/sign-in");
        keyboard.awaitFocus("textbox", "Email address").press("Enter");
        dashboard.browser().await("document.querySelector('.field-error') !== null");
        keyboard.awaitFocus("textbox", "Email address").type("demo@example.test");
        keyboard.tabTo("Password").type("not this one").press("Enter");
        dashboard.awaitText("The email address or the password is wrong");
        keyboard.awaitFocus("alert", "");
        keyboard.tabTo("Password").press("Control+a").type(server.password()).press("Enter");
        dashboard.awaitText("Send your first email");

        keyboard.awaitFocus("main", "");
        keyboard.tabBackTo("Account").press("Enter");
        keyboard.awaitFocus("menuitem", "demo@example.test Account").press("End");
        keyboard.awaitFocus("menuitem", "Sign out").press("Enter");
        dashboard.awaitText("Email address");
        keyboard.awaitFocus("textbox", "Email address");
    }

    @Test
    void aForgottenPasswordIsReplacedByALinkFromAMail() {
        BrowserUser.signedUp(server, "forgets@example.com");
        dashboard.open("/sign-in");
        keyboard.tabTo("Forgotten password").press("Enter");
        dashboard.awaitText("We send a link");
        keyboard.awaitFocus("textbox", "Email address").type("forgets@example.com");
        keyboard.tabTo("Send the link").press("Enter");
        dashboard.awaitText("an email with a link is on its way");
        keyboard.awaitFocus("status", "");
        keyboard.tabTo("Back to sign in");

        openLink("/auth/reset-password", "forgets@example.com", "Choose a new password");
        keyboard.tabTo("New password").type("quite another sentence").press("Enter");
        dashboard.awaitText("is changed");

        dashboard.signIn("forgets@example.com", "quite another sentence");
    }

    @Test
    void aSecondFactorIsSetUpAndAskedForAtTheNextSignIn() {
        var person = BrowserUser.signedUp(server, "factor@example.com");
        dashboard.signIn("factor@example.com", person.password());
        openLink("/auth/verify-email", "factor@example.com", "Confirm your email address");
        keyboard.tabTo("Confirm").press("Enter");
        dashboard.awaitText("Your email address is verified");

        var app = setUp(person);

        signOut();
        dashboard.open("/sign-in");
        keyboard.awaitFocus("textbox", "Email address").type("factor@example.com");
        keyboard.tabTo("Password").type(person.password()).press("Enter");
        dashboard.awaitText("One more step");
        keyboard.awaitFocus("textbox", "Code").type("000000").press("Enter");
        dashboard.browser().await("document.querySelector('[role=alert]') !== null");
        keyboard.awaitFocus("alert", "");
        keyboard.tabTo("Code").press("Control+a").type(app.code(1)).press("Enter");
        dashboard.awaitText("New project");
        keyboard.awaitFocus("textbox", "Name");
    }

    private static AuthenticatorApp setUp(BrowserUser person) {
        dashboard.open("/account");
        keyboard.tabTo("Skip to the content").press("Enter");
        keyboard.awaitFocus("main", "");
        keyboard.tabTo("Set up").press("Enter");
        keyboard.awaitFocus("textbox", "Current password")
                .type(person.password())
                .press("Enter");
        dashboard.awaitText("Scan this code");
        keyboard.awaitFocus("textbox", "Code of the app");
        var app = AuthenticatorApp.of(dashboard.browser().text(".account-secret"));
        keyboard.type(app.code(0)).press("Enter");
        dashboard.awaitText("I have stored them");
        keyboard.awaitFocus("button", "Copy");
        keyboard.tabTo("I have stored them").press("Enter");
        dashboard.awaitText("recovery codes are left.");
        keyboard.awaitFocus("button", "Switch off");
        return app;
    }

    @Test
    void aChangedPasswordSignsOutElsewhere() {
        var person = BrowserUser.signedUp(server, "changes@example.com");
        dashboard.signIn("changes@example.com", person.password());
        openLink("/auth/verify-email", "changes@example.com", "Confirm your email address");
        keyboard.tabTo("Confirm").press("Enter");
        dashboard.awaitText("Your email address is verified");
        assertThat(person.get("/users/@me").statusCode()).isEqualTo(200);

        dashboard.open("/account");
        keyboard.tabTo("Skip to the content").press("Enter");
        keyboard.tabTo("Current password").type("not this one");
        keyboard.tabTo("New password").type("quite another sentence").press("Enter");
        keyboard.awaitFocus("alert", "");
        keyboard.tabTo("Current password").press("Control+a").type(person.password());
        keyboard.tabTo("Change the password").press("Space");
        dashboard.awaitText("The password is changed.");
        keyboard.awaitFocus("button", "Change the password");

        assertThat(person.get("/users/@me").statusCode()).isEqualTo(401);
        dashboard.awaitText("This browser");
    }
}
