package io.godwit.webhooks;

import static io.godwit.kit.net.HttpReceiver.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.net.HttpReceiver;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PostgreSQL refuses the result of one webhook call each time it is asked to record it. */
class RefusedCallResultTest {

    private WebhookNodes nodes;
    private HttpReceiver receiver;

    @BeforeEach
    void start() {
        nodes = new WebhookNodes();
        receiver = HttpReceiver.start();
    }

    @AfterEach
    void close() {
        nodes.close();
        receiver.close();
    }

    /** A value, a constraint, a statement that is wrong, a limit of the program; of a last attempt, and of one to be repeated. */
    @ParameterizedTest
    @CsvSource({"22021, 200", "23514, 200", "42501, 200", "54000, 200", "23514, 500"})
    void theCallFailsOnceAndAllOthersAreRecorded(String state, int answer) {
        refuse("/bad", state);
        receiver.on("/bad", status(answer));
        var tenant = nodes.project();
        var bad = nodes.call(tenant, receiver.url("/bad"));
        var others = IntStream.range(0, 30)
                .mapToObj(number -> nodes.call(tenant, receiver.url("/good?n=" + number)))
                .toList();
        nodes.enqueue(others.subList(0, 15));
        nodes.enqueue(List.of(bad));
        nodes.enqueue(others.subList(15, 30));

        nodes.node();

        await().atMost(WebhookNodes.TIMEOUT).until(() -> nodes.queued() == 0);
        assertThat(lastEnd(bad)).satisfies(end -> {
            assertThat(end.error()).contains("RESULT_NOT_RECORDED: The database refused the result of attempt 1.");
            assertThat(end.success()).isFalse();
            assertThat(end.status()).isEmpty();
            assertThat(end.response()).isEmpty();
        });
        assertThat(others)
                .allMatch(call -> nodes.end(call).orElseThrow().success())
                .allMatch(call -> nodes.attempts(call).size() == 1);
        assertThat(receiver.hits("/bad")).hasSize(1);
        assertThat(receiver.hits("/good")).hasSize(30);
        assertThat(nodes.counted("godwit.webhooks.dead")).isEqualTo(1);
        assertThat(nodes.counted("godwit.webhooks.results.unwritten")).isZero();
    }

    /** The listener has been called before in transactions that were rolled back. */
    private EndedCall lastEnd(NewCall call) {
        return nodes.ended.stream()
                .filter(end -> end.id().equals(call.id()))
                .reduce((before, last) -> last)
                .orElseThrow();
    }

    private void refuse(String path, String state) {
        nodes.db.query("""
                CREATE FUNCTION refuse_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF new.url_masked LIKE '%%%s' THEN
                        RAISE EXCEPTION 'not this one' USING ERRCODE = '%s';
                    END IF;
                    RETURN new;
                END $$
                """.formatted(path, state));
        nodes.db.query("CREATE TRIGGER refuse_attempt BEFORE INSERT ON webhook_attempts"
                + " FOR EACH ROW EXECUTE FUNCTION refuse_attempt()");
    }
}
