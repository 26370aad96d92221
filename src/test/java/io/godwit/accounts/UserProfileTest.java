package io.godwit.accounts;

import static io.godwit.kit.api.RouteCatalog.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The name, language and time zone that users set for themselves. */
@GodwitServer
class UserProfileTest {

    private static final String ME = "/users/@me";

    private static TestServer server;

    private final BrowserUser person = BrowserUser.signedUp(server, "p" + UUID.randomUUID() + "@example.com");

    private JsonObject change(String body) {
        var answer = person.call("PATCH", ME, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    @Test
    void aUserChoosesANameALanguageAndATimeZone() {
        var answer = change("{\"name\":\" Ada \",\"language\":\"de\",\"timeZone\":\"Europe/Berlin\"}");

        assertThat(answer.getString("name")).isEqualTo("Ada");
        assertThat(new JsonObject(person.get(ME).body())).isEqualTo(answer);
        assertThat(answer.getString("language")).isEqualTo("de");
        assertThat(answer.getString("timeZone")).isEqualTo("Europe/Berlin");
    }

    @Test
    void whatIsNotNamedStaysAndNullTakesAway() {
        change("{\"name\":\"Ada\",\"language\":\"de\"}");

        var answer = change("{\"language\":null}");

        assertThat(answer.getString("name")).isEqualTo("Ada");
        assertThat(answer.getValue("language")).isNull();
    }

    @Test
    void aLanguageOrTimeZoneThatDoesNotExistIsRefusedByItsName() {
        var answer = person.call("PATCH", ME, "{\"language\":\"english\",\"timeZone\":\"Europe/Atlantis\"}");

        assertFailure(answer, 422, "VALIDATION_ERROR");
        assertThat(answer.body()).contains("\"timeZone\"").contains("\"language\"");
    }

    @Test
    void aKeyIsNobody() {
        assertFailure(server.call("PATCH", ME, server.secretKey(0), "{\"name\":\"Ada\"}"), 404, "RESOURCE_NOT_FOUND");
    }
}
