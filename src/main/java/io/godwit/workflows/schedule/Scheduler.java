package io.godwit.workflows.schedule;

import io.godwit.core.Json;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.WorkflowId;
import io.godwit.db.Database;
import io.godwit.workflows.model.CronExpression;
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
 * Fires workflows by their schedules. The next time is a row, made from the workflow as it was last edited, so a time that
 * passed while no node was running is found later: once, however many were missed. Any number of nodes may run it.
 */
final class Scheduler {

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

    private static final String ZONE = "UTC";
    private static final int BATCH = 200;

    private final Database database;
    private final ScheduleStore store = new ScheduleStore();

    Scheduler(Database database) {
        this.database = database;
    }

    /** A workflow with a schedule, and the time after which it is to fire. */
    record ScheduledWorkflow(ProjectId project, WorkflowId workflow, String config, Instant after) {}

    /** A workflow that is due. */
    record DueWorkflow(ScheduledWorkflow entry, Instant firesAt) {}

    /** The next time a schedule fires, and the segment it fires for. */
    record NextFiring(Instant at, Optional<SegmentId> segment) {}

    /** Plans new schedules, deletes edited ones, and fires due ones; completes with the number of fired ones. */
    Future<Integer> fireDue() {
        var db = database.workers();
        return store.deleteObsolete(db)
                .compose(ignored -> store.unplanned(db, BATCH))
                .compose(entries ->
                        entries.isEmpty() ? Future.succeededFuture() : store.plan(db, entries, following(entries)))
                .compose(ignored -> store.due(db, BATCH))
                .compose(due -> due.isEmpty()
                        ? Future.succeededFuture(0)
                        : store.fire(
                                db,
                                due,
                                following(due.stream().map(DueWorkflow::entry).toList())));
    }

    private static List<NextFiring> following(List<ScheduledWorkflow> entries) {
        return entries.stream().map(Scheduler::following).toList();
    }

    /** The next time of a schedule. One that cannot be parsed, which no edit admits, never fires. */
    private static NextFiring following(ScheduledWorkflow schedule) {
        try {
            var config = Json.readObject(schedule.config());
            var zone = ZoneId.of(text(config, "timeZone").orElse(ZONE));
            var next = CronExpression.parse(text(config, "schedule").orElse("")).next(schedule.after(), zone);
            return new NextFiring(
                    next, text(config, "segmentId").flatMap(Ids::parse).map(SegmentId::new));
        } catch (CronExpression.CronSyntaxException | DateTimeException unreadable) {
            LOG.atError()
                    .addKeyValue("project", schedule.project())
                    .addKeyValue("workflow", schedule.workflow())
                    .setCause(unreadable)
                    .log("The schedule of a workflow cannot be read; it does not fire until it is edited");
            return new NextFiring(Instant.MAX, Optional.empty());
        }
    }

    private static Optional<String> text(Map<String, @Nullable Object> config, String name) {
        return config.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
