package io.godwit.workflows.editor;

import io.godwit.core.Failure.Issue;
import io.godwit.core.Json;
import io.godwit.core.SingleLine;
import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.templates.TemplateCache;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.Workflow;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bodies of requests about steps. */
final class StepRequest {

    static final String TEMPLATE = "templateId";
    private static final String CONFIG = "config";
    private static final int MAX_ID = 255;

    /** The most characters of a name that was stored before names had a limit of their own. */
    private static final int MAX_STORED_NAME = 10_000;

    private static final int MAX_CONFIG = 64 << 10;
    private static final int MAX_POSITION = 1 << 10;
    private static final MemberType COORDINATE = MemberType.number(-Double.MAX_VALUE, Double.MAX_VALUE);

    private StepRequest() {}

    /**
     * The body of {@code POST /workflows/:id/steps}, and of {@code insert-step} of a transition, where a position may be left
     * out.
     *
     * @param template of the request or of the config
     */
    record Create(
            StepType type,
            String name,
            Optional<Map<String, @Nullable Object>> position,
            Map<String, @Nullable Object> config,
            Optional<TemplateId> template,
            boolean connects) {

        static Create parse(JsonBody body, boolean needsPosition) {
            if (!body.has("type")) {
                body.missing("type");
            }
            var type = body.optionalEnum("type", StepType.class);
            if (type.filter(StepType.TRIGGER::equals).isPresent()) {
                body.issue("type", "custom", "A workflow has one TRIGGER step, and it is there already");
            }
            var name = required(body);
            if (needsPosition && !body.has("position")) {
                body.missing("position");
            }
            var position = readPosition(body);
            if (!body.has(CONFIG)) {
                body.missing(CONFIG);
            }
            var config = readConfig(body);
            var template = readTemplate(body, config);
            var connects = body.optionalFlag("autoConnect").orElse(true);
            return body.build(() -> new Create(
                    type.orElseThrow(), name.orElseThrow(), position, config.orElseThrow(), id(template), connects));
        }

        private static Optional<String> required(JsonBody body) {
            if (!body.has("name")) {
                body.missing("name");
            }
            return readName(body);
        }
    }

    /**
     * The body of {@code PATCH /workflows/:id/steps/:stepId}; absent members stay as they are.
     *
     * @param clearsTemplate true for an explicit null
     */
    record Change(
            Optional<String> name,
            Optional<Map<String, @Nullable Object>> position,
            Optional<Map<String, @Nullable Object>> config,
            Optional<TemplateId> template,
            boolean clearsTemplate) {

        static Change parse(JsonBody body) {
            var name = readStoredName(body);
            var position = readPosition(body);
            var config = readConfig(body);
            var template = readTemplate(body, config);
            return body.build(() -> new Change(name, position, config, id(template), body.isNull(TEMPLATE)));
        }
    }

    /** The name of a step that may be stored: it is kept however long it is, see {@link #refuseLong}. */
    static Optional<String> readStoredName(JsonBody body) {
        var name = body.optionalText("name", 1, MAX_STORED_NAME);
        requireLine(body, name);
        return name;
    }

    /** The mistake of a new name with more than 100 characters. A name that was stored before there was this limit may stay. */
    static Optional<Issue> refuseLong(String place, String name, Optional<String> stored) {
        return name.length() <= Workflow.MAX_NAME || stored.filter(name::equals).isPresent()
                ? Optional.empty()
                : Optional.of(Issue.of(
                        place, "too_big", "String must contain at most " + Workflow.MAX_NAME + " character(s)"));
    }

    static Optional<String> readName(JsonBody body) {
        var name = body.optionalText("name", 1, Workflow.MAX_NAME);
        requireLine(body, name);
        return name;
    }

    private static void requireLine(JsonBody body, Optional<String> name) {
        if (name.filter(text -> !SingleLine.is(text)).isPresent()) {
            body.issue("name", "invalid_string", "Must not contain line breaks or control characters");
        } else if (name.filter(text -> !text.isEmpty() && text.isBlank()).isPresent()) {
            body.issue("name", "too_small", "Must not be blank");
        }
    }

    static Optional<Map<String, @Nullable Object>> readPosition(JsonBody body) {
        body.expects("position", MemberType.object("StepPosition", StepRequest::checkAxes));
        var position = body.optionalObject("position");
        position.ifPresent(members -> {
            checkAxes(body.freeChild("position", members));
            requireSize(body, "position", members, MAX_POSITION);
        });
        return position;
    }

    private static void checkAxes(JsonBody place) {
        for (var axis : new String[] {"x", "y"}) {
            place.expects(axis, COORDINATE);
            var value = place.raw(axis);
            if (value != null && !(value instanceof Number)) {
                place.wrongType(axis, "number", value);
            }
        }
    }

    static Optional<Map<String, @Nullable Object>> readConfig(JsonBody body) {
        var config = body.optionalObject(CONFIG);
        config.ifPresent(members -> requireSize(body, CONFIG, members, MAX_CONFIG));
        return config;
    }

    private static void requireSize(JsonBody body, String name, Map<String, @Nullable Object> members, int max) {
        if (Json.write(members).length() > max) {
            body.issue(name, "too_big", "Must have at most " + max + " characters of JSON");
        }
    }

    /** Reads the template; editors send it in two places. */
    static Optional<String> readTemplate(JsonBody body, Optional<Map<String, @Nullable Object>> config) {
        var own = body.optionalText(TEMPLATE, 1, MAX_ID);
        var inside = config.map(members -> body.freeChild(CONFIG, members))
                .flatMap(members -> members.optionalText(TEMPLATE, 1, MAX_ID));
        if (own.isPresent() && inside.isPresent() && !own.equals(inside)) {
            body.issue(TEMPLATE, "custom", "Names another template than config.templateId");
        }
        return own.or(() -> inside);
    }

    /** The id of a template; an unreadable id is answered like that of a missing template. */
    static Optional<TemplateId> id(Optional<String> text) {
        return text.map(id -> new TemplateId(Ids.parse(id).orElseThrow(() -> TemplateCache.notFound(id))));
    }
}
