package io.godwit.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sign-ups where mail is caught, so that nobody's address is proved. */
class LocalSignUpTest {

    /** A call that came through something that forwards is not of this machine. */
    private static boolean signsUpFromElsewhere(TestServer server) {
        return signUp(server, "elsewhere@example.com", "X-Forwarded-For", "198.51.100.7");
    }

    private static boolean signUp(TestServer server, String email, String... headers) {
        var body = new JsonObject().put("email", email).put("password", "a password of mine");
        var answer = server.call("POST", "/auth/signup", "", body.encode(), headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body()).getBoolean("success");
    }

    @Test
    void whereOthersReachTheServerOnlyThisMachineSignsUp() {
        try (var server = TestServer.start(Map.of("GODWIT_HTTP_HOST", "0.0.0.0"))) {
            assertThat(signsUpFromElsewhere(server)).isFalse();
            assertThat(signUp(server, "proxied@example.com", "Via", "1.1 proxy"))
                    .isFalse();
            assertThat(signUp(server, "here@example.com")).isTrue();
        }
    }

    @Test
    void theFirstUserOfAnEmptyInstallationComesFromAnywhere() {
        try (var server = TestServer.start(Map.of("GODWIT_HTTP_HOST", "0.0.0.0", "GODWIT_DEMO_ENABLED", "false"))) {
            assertThat(signsUpFromElsewhere(server)).isTrue();
            assertThat(signUp(server, "second@example.com", "X-Forwarded-For", "198.51.100.7"))
                    .isFalse();
        }
    }

    static Stream<Map<String, String>> openOnes() {
        return Stream.of(
                Map.of("GODWIT_HTTP_HOST", "0.0.0.0", "GODWIT_ACCOUNTS_SIGNUPS", "true"),
                Map.of("GODWIT_HTTP_HOST", "127.0.0.1"));
    }

    @ParameterizedTest
    @MethodSource("openOnes")
    void aSettingOrAnAddressOfThisMachineOpensThem(Map<String, String> settings) {
        try (var server = TestServer.start(settings)) {
            assertThat(signsUpFromElsewhere(server)).isTrue();
        }
    }
}
