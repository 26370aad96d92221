package io.godwit.kit.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.ApiClient;
import io.godwit.kit.ApiClient.Response;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * Tracks, sends, and sends that are to be refused, each for an address of its own that begins with the traffic's name, so that
 * the rows tell afterwards what became of each call.
 */
public final class RequestTraffic {

    /** Every so many calls, one comes from a domain the project does not own. */
    private static final int REFUSED = 25;

    private final String name;
    private final String key;
    private final String domain;
    private final boolean withMail;
    private final AnsweredCalls ledger = new AnsweredCalls();

    private RequestTraffic(String name, JsonObject project, boolean withMail) {
        this.name = name;
        this.key = project.getString("secretKey");
        this.domain = project.getString("domain");
        this.withMail = withMail;
    }

    /** Half tracks, half sends. */
    public static RequestTraffic mixed(String name, JsonObject project) {
        return new RequestTraffic(name, project, true);
    }

    public static RequestTraffic ofTracks(String name, JsonObject project) {
        return new RequestTraffic(name, project, false);
    }

    public AnsweredCalls ledger() {
        return ledger;
    }

    /** Carries a JSON body to a path, with a key. */
    @FunctionalInterface
    public interface Poster {
        Response post(String path, String key, JsonObject body);
    }

    /** Makes the call and writes down what it was told. */
    public void call(ApiClient api, int number) {
        try {
            answered(number, ask(api::post, number));
        } catch (UncheckedIOException noAnswer) {
            ledger.unanswered(address(number));
        }
    }

    /** The same by a client that goes to the other node when the first does not listen, which has cost nobody anything. */
    public void call(ApiClient api, ApiClient other, int number) {
        try {
            answered(number, ask(api::post, number));
        } catch (UncheckedIOException noAnswer) {
            if (noAnswer.getCause() instanceof ConnectException) {
                call(other, number);
            } else {
                ledger.unanswered(address(number));
            }
        }
    }

    public void answered(int number, Response answer) {
        ledger.answered(address(number), answer.status());
    }

    public void unanswered(int number) {
        ledger.unanswered(address(number));
    }

    /** Fails with an {@link UncheckedIOException} when there is no answer. */
    public Response ask(Poster api, int number) {
        if (withMail && number % REFUSED == 0) {
            return api.post("/v1/send", key, mail(number, "nobody@unproven.example.org"));
        }
        return withMail && number % 2 == 0
                ? api.post("/v1/send", key, mail(number, "shop@" + domain))
                : api.post(
                        "/v1/track",
                        key,
                        new JsonObject().put("email", address(number)).put("event", name));
    }

    private JsonObject mail(int number, String from) {
        return new JsonObject()
                .put("to", address(number))
                .put("from", from)
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    private String address(int number) {
        return name + number + "@example.com";
    }

    /** Accepted and not there. */
    public Set<String> lost(Connection database) throws SQLException {
        return ledger.lost(done(database));
    }

    /**
     * Fails when an accepted call is not there, one that was refused or never made is there in any part, or anything is there
     * twice.
     */
    public void assertHonest(Connection database) throws SQLException {
        assertThat(lost(database)).as("accepted and lost").isEmpty();
        assertThat(ledger.uncalledFor(touched(database)))
                .as("refused and there")
                .isEmpty();
    }

    /** The contact whose event or email is there. */
    private Set<String> done(Connection database) throws SQLException {
        return addresses(database, """
                SELECT contacts.email
                  FROM events
                  JOIN contacts ON contacts.project_id = events.project_id AND contacts.id = events.contact_id
                 WHERE events.name = ?
                 UNION ALL
                SELECT to_email FROM emails WHERE starts_with(to_email, ?)
                """, name, name);
    }

    /** Of whom anything at all is there. */
    private Set<String> touched(Connection database) throws SQLException {
        var touched = done(database);
        touched.addAll(addresses(database, "SELECT email FROM contacts WHERE starts_with(email, ?)", name));
        return touched;
    }

    private static Set<String> addresses(Connection database, String sql, String... parameters) throws SQLException {
        var addresses = new HashSet<String>();
        try (var statement = database.prepareStatement(sql)) {
            for (var i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            for (var rows = statement.executeQuery(); rows.next(); ) {
                assertThat(addresses.add(rows.getString(1)))
                        .as(rows.getString(1) + " is there once")
                        .isTrue();
            }
        }
        return addresses;
    }
}
