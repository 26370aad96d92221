package io.godwit.system;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when every node of the installation knows a migration, so that rows may be written which older jars cannot read. Before that
 * the floor of the schema is raised, so that no older jar can be started any more. Safe to use from any thread.
 */
public final class SchemaFloor {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaFloor.class);

    /** The migration of compressed contents. */
    public static final int COMPRESSED_CONTENTS = 275;

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final Database database;
    private final int migration;
    private final SchemaFloorStore store = new SchemaFloorStore();
    private volatile boolean reached;

    public SchemaFloor(Vertx vertx, Database database, int migration) {
        this.vertx = vertx;
        this.database = database;
        this.migration = migration;
    }

    /** Returns whether every node knows the migration; once true, it stays so. */
    public boolean isReached() {
        return reached;
    }

    /** Starts to ask on the caller's context; stop the loop to end it. */
    public PollLoop start() {
        return PollLoop.start(vertx, "system-schema-floor", INTERVAL, () -> ask().map(Next.IDLE));
    }

    /** Asks the database until the answer is yes. */
    Future<Void> ask() {
        return reached
                ? Future.succeededFuture()
                : store.raise(database.workers(), migration)
                        .onSuccess(this::reached)
                        .mapEmpty();
    }

    private void reached(boolean now) {
        if (now) {
            LOG.info("Every node knows migration V{}; older versions can no longer be started", migration);
        }
        reached = now;
    }
}
