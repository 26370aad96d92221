package io.godwit.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL refuses the end of one attempt each time it is asked to record it. */
final class RefusedResultTest {

    private final PipelineNode room = new PipelineNode();

    @AfterEach
    void close() {
        room.close();
    }

    /** A constraint, a statement that is wrong, a limit of the program. */
    @ParameterizedTest
    @ValueSource(strings = {"23514", "42501", "54000"})
    void theEmailIsADeadLetterOnceAndAllOthersAreRecorded(String state) {
        var project = room.project();
        room.db.query("""
                CREATE FUNCTION unrecordable() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF old.to_email = 'bad@example.org' AND new.sent_at IS NOT NULL AND new.error IS NULL THEN
                        RAISE EXCEPTION 'not this one' USING ERRCODE = '%s';
                    END IF;
                    RETURN new;
                END $$
                """.formatted(state));
        room.db.query(
                "CREATE TRIGGER unrecordable BEFORE UPDATE ON emails FOR EACH ROW EXECUTE FUNCTION unrecordable()");
        var bad = room.email(project, "bad@example.org");
        room.emails(project, EmailSource.TRANSACTIONAL, 30);

        room.start();

        room.awaitEmpty();
        await().atMost(PipelineNode.TIMEOUT)
                .until(() -> room.db.count("SELECT count(*) FROM dead_letters WHERE kind = 'EMAIL'") == 1);
        room.awaitStatus(bad, "SENT");
        assertThat(room.db.count("SELECT count(*) FROM emails WHERE status = 'SENT'"))
                .isEqualTo(31);
        assertThat(room.sink.messages()).hasSize(31);
        assertThat(room.metric("godwit.sending.results.unwritten")).isEqualTo(1);
    }
}
