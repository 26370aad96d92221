package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.PollLoop.Next;
import io.godwit.sending.PipelineNode;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DestinationRegistryTest {

    private final PipelineNode node = new PipelineNode();
    private final DestinationRegistry registry = new DestinationRegistry(node.db.database());

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void anEmailThatWaitsIsMovedToTheNewDestination() {
        var email = node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");

        poll();

        assertThat(destination(email)).isPositive();
    }

    /** As a statement does that puts the email back and began before the destination was there. */
    @Test
    void anEmailWhoseRowIsLockedMeanwhileIsMovedByTheNextPoll() throws SQLException {
        var email = node.email(node.project(), "ada@site.test");
        registry.waited("site.test", "mx.site.test");
        try (var session = node.db.connect();
                var statement = session.createStatement()) {
            session.setAutoCommit(false);
            statement.executeUpdate("UPDATE outbox SET last_reply = 'It waits'");
            poll();
            session.commit();
        }
        assertThat(destination(email)).isZero();

        poll();

        assertThat(destination(email)).isPositive();
    }

    private void poll() {
        var next = Next.MORE;
        while (next == Next.MORE) {
            next = registry.run().await();
        }
    }

    private int destination(UUID email) {
        return ((Number) node.db.value("SELECT destination FROM outbox WHERE email_id = ?", email)).intValue();
    }
}
