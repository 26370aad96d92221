package io.godwit.kit.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.JarServer;
import io.godwit.kit.api.SegmentApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Two jars that keep one tracked segment, of which one dies in the middle of a computation while the other goes on. */
public final class SegmentNodes implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final JobNodes nodes = new JobNodes();
    private final JarServer dying = nodes.start();
    private final JarServer other = nodes.start();
    private final String id = tracked(dying);

    /** A segment named Gold of contacts whose {@code tier} is gold; nobody is in it. */
    public static String tracked(JarServer node) {
        var id = CampaignNodes.post(
                        node,
                        "/segments",
                        SegmentApi.segment("Gold", SegmentApi.all(SegmentApi.condition("data.tier", "equals", "gold")))
                                .put("trackMembership", true))
                .getString("id");
        compute(node, id);
        return id;
    }

    public static JsonObject compute(JarServer node, String id) {
        return CampaignNodes.post(node, "/segments/" + id + "/compute", new JsonObject());
    }

    /** Without waiting for the answer, which may never come. */
    public static void computeSoon(JarServer node, String id) {
        CompletableFuture.runAsync(() -> compute(node, id));
    }

    /**
     * Contacts come and go; the node that computes it dies at the point, and the other finishes.
     *
     * @param stay gold before and after
     * @param leave gold before
     * @param enter gold after
     */
    public void round(String point, int stay, int leave, int enter) {
        given(stay, leave, enter);
        nodes.arm(point);
        computeSoon(dying, id);
        nodes.awaitReached(point);
        dying.kill9();
        nodes.forget();

        await().atMost(TIMEOUT)
                .ignoreExceptions()
                .until(() -> compute(other, id).getInteger("total") == stay + enter);

        assertThat(told("entry")).isEqualTo(enter);
        assertThat(told("exit")).isEqualTo(leave);
        assertThat(nodes.db().count("SELECT count(*) FROM events")).isEqualTo(enter + leave);
        assertThat(nodes.db().count("""
                        SELECT count(*) FROM contacts
                          FULL JOIN segment_members ON segment_members.contact_id = contacts.id
                         WHERE (contacts.data ->> 'tier' IS NOT DISTINCT FROM 'gold') <> (segment_members.contact_id IS NOT NULL)
                        """)).isZero();
        dying.restart();
    }

    private void given(int stay, int leave, int enter) {
        for (var table : new String[] {"contacts", "segment_members", "segment_changes"}) {
            nodes.db().query("DELETE FROM " + table);
        }
        nodes.db().query("""
                INSERT INTO contacts (project_id, id, email, subscribed, data)
                SELECT ?::uuid, uuid_v7(), 'c' || n || '@example.com', true, jsonb_build_object('n', n, 'tier', CASE WHEN n <= ? THEN 'gold' END)
                  FROM generate_series(1, ?) AS n
                """, dying.demo().getString("projectId"), stay + leave, stay + leave + enter);
        compute(other, id);
        nodes.db().query("DELETE FROM events");
        nodes.db().query("""
                UPDATE contacts SET data = jsonb_build_object('n', data -> 'n', 'tier', CASE WHEN (data ->> 'n')::int > ? THEN 'gold' END)
                 WHERE (data ->> 'n')::int > ?
                """, stay + leave, stay);
    }

    /** Contacts that were told of; each counts once. */
    private long told(String what) {
        return nodes.db().count("SELECT count(DISTINCT contact_id) FROM events WHERE name = ?", "segment.gold." + what);
    }

    @Override
    public void close() {
        dying.close();
        other.close();
        nodes.close();
    }
}
