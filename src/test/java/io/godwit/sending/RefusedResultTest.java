package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL refuses the end of one attempt each time it is asked to record it. */
@CloseFields
final class RefusedResultTest {

    private final PipelineNode node = new PipelineNode();

    /** A constraint, a statement that is wrong, a limit of the program. */
    @ParameterizedTest
    @ValueSource(strings = {"23514", "42501", "54000"})
    void theEmailIsADeadLetterOnceAndAllOthersAreRecorded(String state) {
        var project = node.project();
        node.db.query("""
                CREATE FUNCTION unrecordable() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF old.to_email = 'bad@example.org' AND new.sent_at IS NOT NULL AND new.error IS NULL THEN
                        RAISE EXCEPTION 'not this one' USING ERRCODE = '%s';
                    END IF;
                    RETURN new;
                END $$
                """.formatted(state));
        node.db.query(
                "CREATE TRIGGER unrecordable BEFORE UPDATE ON emails FOR EACH ROW EXECUTE FUNCTION unrecordable()");
        var bad = node.email(project, "bad@example.org");
        node.emails(project, EmailSource.TRANSACTIONAL, 30);

        node.start();

        node.awaitEmpty();
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> node.db.count("SELECT count(*) FROM dead_letters WHERE kind = 'EMAIL'") == 1);
        node.awaitStatus(bad, "SENT");
        assertThat(node.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(31);
        assertThat(node.sink.messages()).hasSize(31);
        assertThat(node.metric("godwit.sending.results.unwritten")).isEqualTo(1);
    }
}
