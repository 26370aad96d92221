package io.godwit.kit;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** The system emails in the catcher. */
public record CaughtMessages(TestServer server) {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern TOKEN = Pattern.compile("token=([0-9a-f]{64})");

    /** Those to this address with this subject, newest first. */
    public List<JsonObject> to(String email, String subject) {
        return new JsonArray(server.get("/dev/mailbox/messages?limit=100", "").body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(mail -> mail.getValue("to").toString().contains(email)
                                && mail.getString("subject").equals(subject))
                        .toList();
    }

    /** The token in the newest, once there are so many. */
    public String token(String email, String subject, int count) {
        await().atMost(TIMEOUT).until(() -> to(email, subject).size() >= count);
        return tokenOf(to(email, subject).get(0));
    }

    public String token(String email, String subject) {
        return token(email, subject, 1);
    }

    static String tokenOf(JsonObject mail) {
        var found = TOKEN.matcher(mail.getString("html"));
        if (!found.find()) {
            throw new AssertionError("No link in " + mail.getString("subject"));
        }
        return found.group(1);
    }
}
