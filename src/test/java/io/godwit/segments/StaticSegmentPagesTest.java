package io.godwit.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.SegmentApi;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The pages of a static segment with more members than are counted for each page. */
@GodwitServer("GODWIT_ROLES=http,job")
class StaticSegmentPagesTest {

    private static TestServer server;

    /** Pages behind the middle are counted from the end. */
    @Test
    void noMemberIsOnTwoPagesAfterContactsWereDeleted() {
        var calls = new SegmentApi(server, 0);
        var id = calls.made(new JsonObject().put("name", "Large").put("type", "STATIC"));
        fill(id, 20_100);
        page(calls, id, 1).subList(0, 10).forEach(contact -> delete(calls, contact));

        var shown = IntStream.rangeClosed(99, 104)
                .mapToObj(number -> page(calls, id, number))
                .flatMap(List::stream)
                .toList();

        assertThat(shown).hasSize(600).doesNotHaveDuplicates();
        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isEqualTo(20_090);
    }

    private static void fill(String segment, int members) {
        server.database().query("""
                WITH many AS (
                    INSERT INTO contacts (project_id, id, email, subscribed)
                    SELECT ?::uuid, gen_random_uuid(), 'many' || n || '@example.com', true FROM generate_series(1, ?) n
                    RETURNING project_id, id)
                INSERT INTO segment_members (project_id, segment_id, contact_id) SELECT project_id, ?::uuid, id FROM many
                """, server.projectId(0), members, segment);
        server.database().query("UPDATE segments SET member_count = ? WHERE id = ?::uuid", (long) members, segment);
    }

    private static void delete(SegmentApi calls, String contact) {
        assertThat(calls.call("DELETE", "/contacts/" + contact, new JsonObject())
                        .statusCode())
                .isBetween(200, 299);
    }

    private static List<String> page(SegmentApi calls, String segment, int number) {
        return calls.got("/segments/" + segment + "/contacts?pageSize=100&page=" + number).getJsonArray("data").stream()
                .map(contact -> ((JsonObject) contact).getString("id"))
                .toList();
    }
}
