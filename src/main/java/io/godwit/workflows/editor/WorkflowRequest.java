package io.godwit.workflows.editor;

import io.godwit.core.id.Ids;
import io.godwit.segments.SegmentService;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.workflows.model.CronExpression;
import io.godwit.workflows.model.Trigger;
import io.godwit.workflows.model.WorkflowProperties;
import io.godwit.workflows.model.WorkflowTriggerType;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bodies of requests about workflows. */
final class WorkflowRequest {

    private static final String CONFIG = "triggerConfig";
    private static final int MAX_DESCRIPTION = 500;
    private static final int MAX_ID = 255;
    /** Limit of an event's name, as for tracked events. */
    private static final int MAX_EVENT = 200;

    private static final int MAX_SCHEDULE = 200;

    private WorkflowRequest() {}

    /**
     * Reads the body of {@code POST /workflows}. A new workflow has an event trigger and is not enabled, whatever the caller
     * sends.
     */
    static WorkflowProperties create(JsonBody body) {
        if (!body.has("name")) {
            body.missing("name");
        }
        var name = StepRequest.readName(body);
        var description = body.optionalText("description", 0, MAX_DESCRIPTION);
        body.expects(CONFIG, MemberType.object("EventTrigger", WorkflowRequest::eventName));
        var config = body.optionalObject(CONFIG).map(members -> body.child(CONFIG, members));
        config.ifPresent(members -> members.knows(Trigger.EVENT_NAME));
        body.ignores("enabled", "triggerType");
        var event = eventName(body.has(Trigger.EVENT_NAME) ? body : config.orElse(body));
        var reentry = body.optionalFlag("allowReentry").orElse(false);
        return body.build(
                () -> new WorkflowProperties(name.orElseThrow(), description, Trigger.ofEvent(event), reentry));
    }

    /**
     * The body of {@code PATCH /workflows/:id}; absent members stay as they are.
     *
     * @param clearsDescription true for an explicit null
     * @param type the new type of the trigger
     * @param config of the trigger, all of it
     */
    record Change(
            Optional<String> name,
            Optional<String> description,
            boolean clearsDescription,
            Optional<WorkflowTriggerType> type,
            Optional<Map<String, @Nullable Object>> config,
            Optional<Boolean> enabled,
            Optional<Boolean> allowReentry) {

        static Change parse(JsonBody body) {
            var name = StepRequest.readName(body);
            var description = body.optionalText("description", 0, MAX_DESCRIPTION);
            var type = body.optionalEnum("triggerType", WorkflowTriggerType.class);
            body.expects(
                    CONFIG,
                    MemberType.either(
                            MemberType.object("EventTrigger", WorkflowRequest::eventName),
                            MemberType.object("ScheduleTrigger", WorkflowRequest::schedule),
                            MemberType.object("ManualTrigger", ignored -> {})));
            var config = body.optionalObject(CONFIG);
            var enabled = body.optionalFlag("enabled");
            var reentry = body.optionalFlag("allowReentry");
            return body.build(
                    () -> new Change(name, description, body.isNull("description"), type, config, enabled, reentry));
        }

        WorkflowProperties profile(WorkflowProperties before, Trigger trigger) {
            return new WorkflowProperties(
                    name.orElse(before.name()),
                    clearsDescription ? Optional.empty() : description.or(before::description),
                    trigger,
                    allowReentry.orElse(before.allowReentry()));
        }

        /** The new trigger of a workflow whose trigger was {@code before}; throws a 422 with its mistakes. */
        Trigger trigger(Trigger before) {
            var becomes = type.orElse(before.type());
            return config.map(members -> {
                        var body = JsonBody.sent(Map.<String, @Nullable Object>of())
                                .child(CONFIG, members);
                        body.knows(Trigger.EVENT_NAME, Trigger.SCHEDULE, Trigger.TIME_ZONE, Trigger.SEGMENT);
                        var read = read(body, becomes);
                        return body.build(() -> new Trigger(becomes, read));
                    })
                    .orElseGet(() -> new Trigger(becomes, before.config()));
        }
    }

    private static Map<String, @Nullable Object> read(JsonBody body, WorkflowTriggerType type) {
        return switch (type) {
            case EVENT -> Map.of(Trigger.EVENT_NAME, eventName(body));
            case MANUAL -> Map.of();
            case SCHEDULE -> schedule(body);
        };
    }

    private static String eventName(JsonBody body) {
        var name = body.text(Trigger.EVENT_NAME, 1, MAX_EVENT).strip();
        if (name.isEmpty() && body.raw(Trigger.EVENT_NAME) instanceof String given && !given.isEmpty()) {
            body.issue(Trigger.EVENT_NAME, "too_small", "Must not be blank");
        }
        return name;
    }

    /** Reads a schedule; an unreadable id of a segment is answered like that of a missing one, after all other mistakes. */
    private static Map<String, @Nullable Object> schedule(JsonBody body) {
        var cron = body.text(Trigger.SCHEDULE, 1, MAX_SCHEDULE).strip();
        var zone = body.optionalText(Trigger.TIME_ZONE, 1, MAX_ID).orElse("UTC");
        var known = zone(zone);
        if (known.isEmpty()) {
            body.issue(Trigger.TIME_ZONE, "invalid_string", "Expected a time zone such as Europe/Berlin");
        } else if (!cron.isEmpty()) {
            CronExpression.mistake(cron)
                    .ifPresent(sentence -> body.issue(Trigger.SCHEDULE, "invalid_string", sentence));
        }
        var segment = body.optionalText(Trigger.SEGMENT, 1, MAX_ID);
        var config = new LinkedHashMap<String, @Nullable Object>();
        config.put(Trigger.SCHEDULE, cron);
        config.put(Trigger.TIME_ZONE, zone);
        return body.build(() -> {
            segment.ifPresent(id -> config.put(
                    Trigger.SEGMENT,
                    Ids.parse(id).orElseThrow(() -> SegmentService.notFound(id)).toString()));
            return config;
        });
    }

    static Optional<ZoneId> zone(String name) {
        try {
            return Optional.of(ZoneId.of(name));
        } catch (DateTimeException unknown) {
            return Optional.empty();
        }
    }
}
