package io.godwit.smtp.client.sasl;

import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The mechanisms that send a password or a token as it is. */
public final class SimpleMechanisms {

    private SimpleMechanisms() {}

    /** PLAIN (RFC 4616). */
    public static SaslMechanism plain(String username, String password) {
        return new OneResponse("PLAIN", "\0" + username + "\0" + password, "\0" + username + "\0" + password);
    }

    /** XOAUTH2 of Google and Microsoft: an error comes as a challenge, which an empty response ends. */
    public static SaslMechanism xoauth2(String username, String token) {
        return new OneResponse("XOAUTH2", "user=" + username + "\1auth=Bearer " + token + "\1\1", "");
    }

    /** OAUTHBEARER (RFC 7628): an error comes as a challenge, which a single ^A ends (§3.2.3). */
    public static SaslMechanism oauthBearer(String username, String token, String host, int port) {
        var escaped = username.replace("=", "=3D").replace(",", "=2C");
        return new OneResponse(
                "OAUTHBEARER",
                "n,a=" + escaped + ",\1host=" + host + "\1port=" + port + "\1auth=Bearer " + token + "\1\1",
                "\1");
    }

    /** LOGIN, an expired draft that many servers offer. */
    public static SaslMechanism login(String username, String password) {
        return new Login(username, password);
    }

    /** A mechanism with one response; a challenge after it gets {@code toChallenge}. */
    private record OneResponse(String name, String response, String toChallenge) implements SaslMechanism {

        @Override
        public Optional<byte[]> initialResponse() {
            return Optional.of(response.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Future<byte[]> answer(byte[] challenge) {
            return Future.succeededFuture(toChallenge.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The first challenge asks for the name and the second for the password, whatever their words are. */
    private static final class Login implements SaslMechanism {

        private final String username;
        private final String password;
        private boolean named;

        Login(String username, String password) {
            this.username = username;
            this.password = password;
        }

        @Override
        public String name() {
            return "LOGIN";
        }

        @Override
        public Optional<byte[]> initialResponse() {
            return Optional.empty();
        }

        @Override
        public Future<byte[]> answer(byte[] challenge) {
            var response = named ? password : username;
            named = true;
            return Future.succeededFuture(response.getBytes(StandardCharsets.UTF_8));
        }
    }
}
