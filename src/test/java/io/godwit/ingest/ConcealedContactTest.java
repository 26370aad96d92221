package io.godwit.ingest;

import static io.godwit.ingest.TestIngest.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Tenant.Caller;
import io.godwit.kit.net.RecordingProxy;
import io.godwit.kit.net.WireStatements;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that the time of an answer to a public key, which anybody may have, does not tell whether an address is a contact's: the
 * same statements are executed.
 */
class ConcealedContactTest {

    private static final Map<String, Object> DATA = Map.of("plan", "free");

    private final TestIngest ingest = TestIngest.start();
    private final RecordingProxy wire = new RecordingProxy(ingest.db.port());
    private final TestIngest node = TestIngest.besides(ingest, wire.port());

    @AfterEach
    void stop() {
        node.close();
        ingest.close();
        wire.close();
    }

    @Test
    void theSameStatementsAreExecutedForContactsThatAreThereAndForOthers() {
        var project = TestIngest.as(ingest.project(), Caller.PUBLIC_KEY);
        ingest.track(project, event("there@example.com", Map.of())).await();
        ingest.track(project, event("same@example.com", DATA)).await();
        node.track(project, event("seen@example.com", DATA)).await();

        var unknown = executed(
                () -> node.track(project, event("new@example.com", DATA)).await());
        var there = executed(
                () -> node.track(project, event("there@example.com", DATA)).await());
        var same = executed(
                () -> node.track(project, event("same@example.com", DATA)).await());
        var seen = executed(
                () -> node.track(project, event("seen@example.com", DATA)).await());

        assertThat(unknown).hasSizeGreaterThan(5);
        assertThat(there).isEqualTo(unknown);
        assertThat(same).isEqualTo(unknown);
        assertThat(seen).isEqualTo(unknown);
    }

    /** Public keys change no subscription, so there is nothing to conceal but which contacts are new. */
    @Test
    void aCallWithoutDataUpdatesNoContactWhetherItIsThereOrNot() {
        var secret = ingest.project();
        var open = TestIngest.as(secret, Caller.PUBLIC_KEY);
        node.track(open, event("there@example.com", Map.of())).await();

        var ofSecretKey = executed(
                () -> node.track(secret, event("first@example.com", Map.of())).await());
        var unknown = executed(
                () -> node.track(open, event("new@example.com", Map.of())).await());
        var there = executed(
                () -> node.track(open, event("there@example.com", Map.of())).await());

        assertThat(there).isEqualTo(unknown);
        assertThat(unknown).hasSize(ofSecretKey.size() + 1);
    }

    /** The statements that {@code work} brought to the wire, but for those of the health probe. */
    private List<String> executed(Runnable work) {
        var before = new WireStatements(wire);
        work.run();
        return before.since(sql -> sql.contains("force_generic_plan"));
    }
}
