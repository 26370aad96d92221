package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;

/** An email of the first project that was sent to ada@example.com, with its picture and its links. */
record TrackedEmail(TestServer server, UUID id) {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** With the keys every test server has. */
    static final TrackingTokenCodec TOKENS = new TrackingTokenCodec(
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    static TrackedEmail sent(TestServer server) {
        var email = new TrackedEmail(server, Ids.next());
        server.database().query("""
                WITH content AS (
                    INSERT INTO contents (project_id, id, subject, body, from_email)
                    VALUES (?::uuid, gen_random_uuid(), 'Hello', '<p>Hello</p>', 'shop@example.test') RETURNING project_id, id)
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, sent_at)
                SELECT project_id, ?, ?, id, 'TRANSACTIONAL', 'TRANSACTIONAL', 'ada@example.com', 'SENT', now() FROM content
                """, server.projectId(0), email.id, Ids.next());
        return email;
    }

    ProjectId project() {
        return new ProjectId(UUID.fromString(server.projectId(0)));
    }

    private String token(Kind kind, String address) {
        return TOKENS.tokens(project(), new EmailId(id)).write(TOKENS.digest(kind, address));
    }

    String image() {
        return "/o/" + token(Kind.OPEN, "");
    }

    String link(String address) {
        var target = Base64.getUrlEncoder().withoutPadding().encodeToString(address.getBytes(StandardCharsets.UTF_8));
        return "/c/" + token(Kind.CLICK, address) + "/" + target;
    }

    /** Waits for these counts, and for a second in which no further hit is counted. */
    void awaitCounts(int opens, int clicks) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(
                        server.database().query("SELECT opens, clicks FROM emails WHERE id = ?", id))
                .containsExactly(Map.of("opens", opens, "clicks", clicks)));
        await().during(Duration.ofSeconds(1))
                .atMost(TIMEOUT)
                .until(() -> server.database().count("SELECT opens + clicks FROM emails WHERE id = ?", id)
                        == opens + clicks);
    }

    long events(String name) {
        return server.database().count("SELECT count(*) FROM events WHERE email_id = ? AND name = ?", id, name);
    }
}
