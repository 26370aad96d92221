package io.godwit.sending;

import static io.godwit.sending.SendApiServer.email;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendApiServer.Project;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the texts of a call are stored, and that every reader shows them as they were. */
@CloseFields
class CompressedSendTest {

    private static final String LINE = "<p>Gr\u00fc\u00dfe, {{plan ?? none}}</p>\n";

    private static SendApiServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = SendApiServer.start();
    }

    /** Compressed on the event loop, and by a worker. */
    @ParameterizedTest
    @ValueSource(ints = {200, 10_000})
    void aLargeBodyIsStoredCompressedAndShownAsItWas(int lines) {
        var body = LINE.repeat(lines);

        var id = email(project.send(new JsonObject().put("body", body).put("text", "Plain " + lines)), 0);

        assertThat(content(id)).containsEntry("body", null).containsEntry("text_body", null);
        assertThat(content(id).get("size")).isEqualTo(33 * lines + ("Plain " + lines).length());
        assertThat((byte[]) content(id).get("compressed")).hasSizeLessThan(body.length() / 4);
        var shown = project.get("/emails/" + id).body();
        assertThat(shown.getString("body")).isEqualTo(body.replace("{{plan ?? none}}", "none"));
        assertThat(shown.getString("text")).isEqualTo("Plain " + lines);
    }

    @Test
    void aSmallBodyIsStoredAsItIs() {
        var id = email(project.send(new JsonObject().put("body", LINE)), 0);

        assertThat(content(id))
                .containsEntry("body", LINE)
                .containsEntry("compressed", null)
                .containsEntry("size", null);
    }

    @Test
    void aBodyThatDoesNotShrinkIsStoredAsItIs() {
        var noise = new byte[6_000];
        new Random(1).nextBytes(noise);
        var body = Base64.getEncoder().encodeToString(noise);

        var id = email(project.send(new JsonObject().put("body", body)), 0);

        assertThat(content(id)).containsEntry("body", body).containsEntry("compressed", null);
    }

    @Test
    void aCompressedEmailIsSentAgainAsItWas() {
        var id = email(project.send(new JsonObject().put("body", LINE.repeat(200))), 0);
        server.db().query("UPDATE emails SET status = 'SENT' WHERE id = ?", id);
        server.db().query("DELETE FROM outbox WHERE email_id = ?", id);

        var again = project.post("/emails/" + id + "/resend", new JsonObject());

        assertThat(again.status()).as(again.body().encode()).isEqualTo(201);
        assertThat(project.get("/emails/" + again.body().getString("id")).body().getString("body"))
                .isEqualTo(LINE.replace("{{plan ?? none}}", "none").repeat(200));
    }

    /** An older node must find no text at all, never an empty one that it would send. */
    @Test
    void theDatabaseTakesNoContentWithTwoBodiesOrNone() {
        var id = email(project.send(new JsonObject().put("body", LINE.repeat(200))), 0);
        var update = "UPDATE contents SET %s WHERE id = (SELECT content_id FROM emails WHERE id = '" + id + "')";

        assertThat(refused(update.formatted("body = ''"))).contains("contents_texts");
        assertThat(refused(update.formatted("compressed = NULL"))).contains("contents_texts");
    }

    private static String refused(String sql) {
        try {
            server.db().query(sql);
            return "";
        } catch (RuntimeException refused) {
            return String.valueOf(refused);
        }
    }

    private static Map<String, Object> content(UUID email) {
        return server.db()
                .query("SELECT * FROM contents WHERE id = (SELECT content_id FROM emails WHERE id = ?)", email)
                .get(0);
    }
}
