package io.godwit.smtp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.smtp.RelaySettings.Auth;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@CloseFields
class SessionLoginTest {

    private static final String WELCOME = "235 2.7.0 Welcome\r\n";
    private static final String WRONG = "535 5.7.8 Wrong\r\n";

    private static Vertx vertx;
    private SessionFixture fixture;

    @BeforeAll
    static void openVertx() {
        vertx = Vertx.vertx();
    }

    @Test
    void plainSendsNameAndPasswordAtOnce() throws Exception {
        logIn(Auth.AUTO, "LOGIN PLAIN", command -> WELCOME);

        assertThat(fixture.server().received()).contains("AUTH PLAIN " + base64("\0user\0secret") + "\r\n");
    }

    @Test
    void loginAnswersTwoChallenges() throws Exception {
        logIn(
                Auth.AUTO,
                "LOGIN",
                command -> command.startsWith("AUTH")
                        ? "334 VXNlcm5hbWU6\r\n"
                        : command.equals(base64("user")) ? "334 UGFzc3dvcmQ6\r\n" : WELCOME);

        assertThat(fixture.server().received())
                .contains("AUTH LOGIN\r\n" + base64("user") + "\r\n" + base64("secret") + "\r\n");
    }

    @Test
    void aTokenIsSentAsXoauth2AndAnErrorIsReadToItsEnd() {
        var failure = refused(
                Auth.XOAUTH2,
                "XOAUTH2",
                command -> command.startsWith("AUTH") ? "334 " + base64("{\"status\":\"400\"}") + "\r\n" : WRONG);

        assertThat(failure.reply().orElseThrow().code()).isEqualTo(535);
        assertThat(fixture.server().received())
                .contains("AUTH XOAUTH2 " + base64("user=user\1auth=Bearer secret\1\1") + "\r\n\r\n");
    }

    @Test
    void aTokenIsSentAsOauthbearerWhereNothingElseIsOffered() throws Exception {
        logIn(Auth.AUTO, "OAUTHBEARER XOAUTH2", command -> WELCOME);

        assertThat(fixture.server().received())
                .contains("AUTH OAUTHBEARER "
                        + base64("n,a=user,\1host=127.0.0.1\1port="
                                + fixture.server().port() + "\1auth=Bearer secret\1\1"));
    }

    @Test
    void plainFollowsScramThatTheServerCannotCheck() throws Exception {
        logIn(Auth.AUTO, "PLAIN SCRAM-SHA-256", command -> command.startsWith("AUTH SCRAM") ? WRONG : WELCOME);

        assertThat(fixture.server().received()).contains("AUTH SCRAM-SHA-256 ").contains("AUTH PLAIN ");
    }

    @Test
    void aServerThatAcceptsScramWithoutAProofIsNotBelieved() {
        var failure = refused(Auth.SCRAM_SHA_256, "SCRAM-SHA-256", command -> WELCOME);

        assertThat(failure).hasMessageContaining("did not prove");
    }

    @Test
    void theLastRefusalIsTheReply() {
        assertThat(refused(Auth.AUTO, "PLAIN LOGIN", command -> WRONG)
                        .reply()
                        .orElseThrow()
                        .code())
                .isEqualTo(535);
        assertThat(fixture.server().received()).doesNotContain("AUTH LOGIN");
    }

    @Test
    void aServerWithoutAKnownMechanismIsAFailure() {
        assertThat(refused(Auth.AUTO, "GSSAPI", command -> WELCOME)).hasMessageContaining("offers no login");
    }

    private void logIn(Auth mechanism, String offered, UnaryOperator<String> script) throws Exception {
        fixture = new SessionFixture(
                vertx,
                (number, command) -> command.isEmpty()
                        ? greetedOr(script, command)
                        : command.startsWith("EHLO")
                                ? "250-mx.test\r\n250 AUTH " + offered + "\r\n"
                                : script.apply(command));
        fixture.open(fixture.target(TlsPolicy.NONE, Optional.of(new SmtpCredentials(mechanism, "user", "secret"))));
    }

    /** An empty line asks for the greeting only as long as nothing was received. */
    private String greetedOr(UnaryOperator<String> script, String command) {
        return fixture == null || fixture.server().chunks().isEmpty() ? SessionFixture.GREETING : script.apply(command);
    }

    private SmtpException refused(Auth mechanism, String offered, UnaryOperator<String> script) {
        var failure = catchThrowableOfType(SmtpException.class, () -> logIn(mechanism, offered, script));
        assertThat(failure.stage()).isEqualTo(SmtpStage.CONNECT);
        return failure;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
