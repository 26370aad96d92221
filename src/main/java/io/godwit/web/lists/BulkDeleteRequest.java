package io.godwit.web.lists;

import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.web.WrongType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of a {@code bulk-update}: {@code {"ids": […], "delete": true}}; deleting is all it can ask for.
 *
 * @param ids as they were sent, each a text; a text that is no id names no row
 */
public record BulkDeleteRequest(List<String> ids) {

    private static final int MAX_IDS = 1_000;

    public BulkDeleteRequest {
        ids = List.copyOf(ids);
    }

    /** Throws a 422 with every mistake. */
    public static BulkDeleteRequest parse(JsonBody body) {
        if (!body.has("ids")) {
            body.missing("ids");
        }
        body.expects("ids", MemberType.list(MemberType.TEXT, 1, MAX_IDS));
        var given = body.optionalList("ids");
        var ids = given.orElse(List.of());
        if (given.isPresent() && ids.isEmpty()) {
            body.issue("ids", "too_small", "Array must contain at least 1 element(s)");
        } else if (ids.size() > MAX_IDS) {
            body.issue("ids", "too_big", "Array must contain at most " + MAX_IDS + " element(s)");
        }
        var texts = texts(body, ids.size() > MAX_IDS ? List.of() : ids);
        requireDelete(body);
        return body.build(() -> new BulkDeleteRequest(texts));
    }

    private static List<String> texts(JsonBody body, List<@Nullable Object> ids) {
        var texts = new ArrayList<String>();
        for (var at = 0; at < ids.size(); at++) {
            var id = Optional.ofNullable(ids.get(at));
            if (id.isPresent() && id.get() instanceof String text) {
                texts.add(text);
            } else {
                body.issue("ids." + at, "invalid_type", "Expected string, received " + WrongType.jsonType(ids.get(at)));
            }
        }
        return texts;
    }

    private static void requireDelete(JsonBody body) {
        if (!body.has("delete")) {
            body.expects("delete", MemberType.FLAG);
            body.missing("delete");
        } else if (!body.optionalFlag("delete").orElse(true)) {
            body.issue("delete", "custom", "Must be true; nothing else can be done to many at once");
        }
    }
}
