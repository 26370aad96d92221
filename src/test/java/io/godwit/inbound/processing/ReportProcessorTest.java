package io.godwit.inbound.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.VerpCodec;
import io.godwit.core.id.Ids;
import io.godwit.db.TestDatabase;
import io.godwit.events.EventAppender;
import io.godwit.inbound.InboundServer;
import io.godwit.inbound.settings.InboundSettings;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.Outbox;
import io.godwit.sending.suppression.SoftBounceLimit;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what becomes of reports when one of them, or their number, is too much. */
@CloseFields
class ReportProcessorTest {

    private static final int RUNS = 60;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private ReportProcessor processor;

    @BeforeEach
    void start() {
        var settings = new InboundSettings(
                Set.of(),
                Optional.empty(),
                new SoftBounceLimit(0, Duration.ofDays(30)),
                Duration.ofDays(1),
                Duration.ZERO);
        var dependencies = new ReportProcessor.Dependencies(
                db.database(),
                new EventAppender(),
                new Outbox(),
                new VerpCodec(InboundServer.crypto()),
                Map.of("test", ReportProcessorTest::read),
                (tx, ignored) -> Future.succeededFuture(),
                vertx.createSharedWorkerExecutor("reports", 1));
        processor = new ReportProcessor(dependencies, settings, new InboundMetrics(new SimpleMeterRegistry()));
    }

    /** As a parser does that goes down one level a frame. */
    private static List<DeliveryReport> read(RawReport raw) {
        if (raw.kind().equals("deep")) {
            throw new StackOverflowError();
        }
        return List.of();
    }

    @Test
    void oneThatIsTooDeepToReadKeepsNoOtherWaiting() {
        insert(20, "plain");
        var deep = insert(1, "deep");

        runOn();

        assertThat(state(deep)).isEqualTo("FAILED");
        assertThat(in("IGNORED")).isEqualTo(20);
    }

    @Test
    void aBatchThatDoesNotEndInTimeGetsSmaller() {
        insert(100, "plain");
        refuse("(SELECT count(*) FROM ended) > 10");

        runOn();

        assertThat(in("IGNORED")).isEqualTo(100);
    }

    @Test
    void oneThatNeverEndsInTimeKeepsNoOtherWaiting() {
        var endless = insert(1, "plain");
        insert(50, "plain");
        refuse("EXISTS (SELECT FROM ended WHERE id = '" + endless + "' AND state = 'IGNORED')");

        runOn();

        assertThat(in("IGNORED")).isEqualTo(50);
        assertThat(state(endless)).isEqualTo("WAITING");
    }

    /** From now on PostgreSQL says that a statement took too long, when this is so of the reports it ends. */
    private void refuse(String condition) {
        db.query("""
                CREATE FUNCTION too_late() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF %s THEN
                        RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014';
                    END IF;
                    RETURN NULL;
                END $$
                """.formatted(condition));
        db.query("""
                CREATE TRIGGER too_late AFTER UPDATE ON inbound_reports REFERENCING NEW TABLE AS ended
                FOR EACH STATEMENT EXECUTE FUNCTION too_late()
                """);
    }

    private void runOn() {
        for (var run = 0; run < RUNS; run++) {
            processor.run().otherwiseEmpty().await();
        }
    }

    /** The last one's id. */
    private UUID insert(int reports, String kind) {
        var id = Ids.next();
        for (var i = 0; i < reports; i++) {
            id = Ids.next();
            db.query("""
                    INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes) VALUES (?, 'test', ?, ?, '', 0)
                    """, id, id.toString(), kind);
        }
        return id;
    }

    private String state(UUID report) {
        return (String) db.value("SELECT state FROM inbound_reports WHERE id = ?", report);
    }

    private long in(String state) {
        return db.count("SELECT count(*) FROM inbound_reports WHERE state = ?", state);
    }
}
