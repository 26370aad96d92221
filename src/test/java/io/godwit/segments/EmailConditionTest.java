package io.godwit.segments;

import static io.godwit.kit.api.SegmentApi.all;
import static io.godwit.kit.api.SegmentApi.condition;
import static io.godwit.kit.api.SegmentApi.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.SegmentApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Conditions on the emails of a contact. */
@GodwitServer
class EmailConditionTest {

    private static TestServer server;

    private final SegmentApi calls = new SegmentApi(server, 0);

    @Test
    void aTestEmailIsNoEmailOfTheContactWhoseAddressItGoesTo() {
        var email = SegmentApi.address();
        calls.contact(email, new JsonObject());
        var campaign = new JsonObject()
                .put("name", "Sale")
                .put("subject", "Sale")
                .put("body", "<p>Sale</p>")
                .put("from", "hello@" + server.domain(0))
                .put("audienceType", "ALL");
        var id = calls.posted("/campaigns", campaign).getString("id");

        calls.posted("/campaigns/" + id + "/test", new JsonObject().put("email", email));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> server.database().count("SELECT count(*) FROM emails WHERE sent_at IS NOT NULL") == 1);

        var recipient = condition("email", "equals", email);
        assertThat(count(all(recipient, condition("email.sent", "triggered", ""))))
                .isZero();
        assertThat(count(all(recipient, condition("email.sent", "notTriggered", ""))))
                .isEqualTo(1);
        assertThat(count(all(condition("email.sent", "triggered", "")).put("operator", "OR")))
                .isZero();
        assertThat(count(all(condition("email.sent", "triggeredWithin", 1).put("unit", "days"))))
                .isZero();
    }

    private int count(JsonObject filters) {
        return calls.posted("/segments/preview", segment("Sent", filters)).getInteger("count");
    }
}
