package io.godwit.segments;

import io.godwit.core.SingleLine;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterReader;
import io.godwit.web.JsonBody;
import java.util.Optional;

/** Reads the bodies that define a segment. */
public final class SegmentRequest {

    private static final int MAX_NAME = 100;
    private static final int MAX_DESCRIPTION = 500;

    private SegmentRequest() {}

    /**
     * {@code POST /segments}. Only a dynamic segment has a filter; a static one may be marked as tracked, which has no effect.
     */
    public record Create(
            String name,
            Optional<String> description,
            SegmentType type,
            Optional<Filter> filter,
            boolean trackMembership) {

        public static Create parse(JsonBody body) {
            var name = line(body, body.text("name", 1, MAX_NAME));
            var description = body.optionalText("description", 0, MAX_DESCRIPTION);
            var type = body.optionalEnum("type", SegmentType.class).orElse(SegmentType.DYNAMIC);
            var tracked = body.optionalFlag("trackMembership").orElse(false);
            var filter = FilterReader.of(body);
            if (type == SegmentType.DYNAMIC && !body.has("filters") && !body.has("condition")) {
                body.missing("filters");
            }
            if (type == SegmentType.STATIC) {
                refuseFilter(body);
            }
            return body.build(() -> new Create(name, description, type, filter, tracked));
        }
    }

    /**
     * {@code PATCH /segments/:id}; absent members stay as they are.
     *
     * @param clearsDescription whether an explicit null says so
     */
    public record Change(
            Optional<String> name,
            Optional<String> description,
            boolean clearsDescription,
            Optional<Filter> filter,
            Optional<Boolean> trackMembership) {

        public static Change parse(JsonBody body, SegmentType type) {
            var name = body.optionalText("name", 1, MAX_NAME);
            name.ifPresent(text -> line(body, text));
            var description = body.optionalText("description", 0, MAX_DESCRIPTION);
            var tracked = body.optionalFlag("trackMembership");
            var filter = FilterReader.of(body);
            body.optionalEnum("type", SegmentType.class)
                    .filter(other -> other != type)
                    .ifPresent(ignored -> body.issue("type", "custom", "The type of a segment cannot be changed"));
            if (type == SegmentType.STATIC) {
                refuseFilter(body);
            }
            return body.build(() -> new Change(name, description, body.isNull("description"), filter, tracked));
        }
    }

    /** The filter of {@code POST /segments/preview}; the rest of a segment that is not saved yet changes nothing. */
    public static Filter preview(JsonBody body) {
        body.ignores("name", "description", "type", "trackMembership");
        var filter = FilterReader.of(body);
        if (!body.has("filters") && !body.has("condition")) {
            body.missing("filters");
        }
        return body.build(filter::orElseThrow);
    }

    private static String line(JsonBody body, String name) {
        if (!SingleLine.is(name)) {
            body.issue("name", "invalid_string", "Must not contain line breaks or control characters");
        }
        return name;
    }

    private static void refuseFilter(JsonBody body) {
        for (var name : new String[] {"filters", "condition"}) {
            if (body.has(name)) {
                body.issue(name, "custom", "A STATIC segment has no condition; its members are added by address");
            }
        }
    }
}
