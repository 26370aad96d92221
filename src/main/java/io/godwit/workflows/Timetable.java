package io.godwit.workflows;

import io.godwit.core.Ids;
import io.godwit.core.Json;
import io.godwit.core.ProjectId;
import io.godwit.core.SegmentId;
import io.godwit.core.WorkflowId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fires workflows by their schedules. What fires next is a row, made from the workflow as it was last edited, so a firing that
 * falls into a time when nobody was there is found when somebody is: once, whatever it missed. Any number of nodes may look.
 */
final class Timetable {

    private static final Logger LOG = LoggerFactory.getLogger(Timetable.class);

    private static final String ZONE = "UTC";
    private static final int BATCH = 200;

    private final Database database;
    private final TimetableStore store = new TimetableStore();

    Timetable(Database database) {
        this.database = database;
    }

    /** A workflow with a schedule, and the moment after which it is to fire. */
    record Entry(ProjectId project, WorkflowId workflow, String config, Instant after) {}

    /** A workflow that is due. */
    record Due(Entry entry, Instant firesAt) {}

    /** When it fires next, and for whom. */
    record Following(Instant at, Optional<SegmentId> segment) {}

    /** Plans what is new, forgets what was changed, and fires what is due; answers how many. */
    Future<Integer> look() {
        var db = database.workers();
        return store.forget(db)
                .compose(clean -> store.unplanned(db, BATCH))
                .compose(entries ->
                        entries.isEmpty() ? Future.succeededFuture() : store.plan(db, entries, following(entries)))
                .compose(planned -> store.due(db, BATCH))
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(0)
                        : store.fire(
                                db, due, following(due.stream().map(Due::entry).toList())));
    }

    private static List<Following> following(List<Entry> entries) {
        return entries.stream().map(Timetable::following).toList();
    }

    /** A schedule that cannot be read, which no edit lets in, never fires. */
    private static Following following(Entry entry) {
        try {
            var config = Json.readObject(entry.config());
            var zone = ZoneId.of(text(config, "timeZone").orElse(ZONE));
            var next = Cron.parse(text(config, "schedule").orElse("")).next(entry.after(), zone);
            return new Following(
                    next, text(config, "segmentId").flatMap(Ids::parse).map(SegmentId::new));
        } catch (Cron.Mistake | DateTimeException unreadable) {
            LOG.atError()
                    .addKeyValue("project", entry.project())
                    .addKeyValue("workflow", entry.workflow())
                    .setCause(unreadable)
                    .log("The schedule of a workflow cannot be read; it does not fire until it is edited");
            return new Following(Instant.MAX, Optional.empty());
        }
    }

    private static Optional<String> text(Map<String, @Nullable Object> config, String name) {
        return config.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
