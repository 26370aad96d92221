package io.godwit.templates;

import io.godwit.core.Ids;
import io.godwit.core.TemplateId;
import io.godwit.web.Body;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /templates/bulk-update}; deleting is all it can ask for. */
record BulkRequest(Set<TemplateId> ids) {

    private static final int MOST = 1_000;

    /** What is no id names no template: that is a 404, like an unknown one. */
    static BulkRequest parse(Body body) {
        if (!body.has("ids")) {
            body.missing("ids");
        }
        var ids = body.optionalList("ids").orElse(List.of());
        if (body.has("ids") && ids.isEmpty() && body.isFlawless()) {
            body.issue("ids", "too_small", "Array must contain at least 1 element(s)");
        } else if (ids.size() > MOST) {
            body.issue("ids", "too_big", "Array must contain at most " + MOST + " element(s)");
        } else {
            requireTexts(body, ids);
        }
        requireDelete(body);
        return body.build(() -> new BulkRequest(known(ids)));
    }

    private static void requireTexts(Body body, List<@Nullable Object> ids) {
        for (var at = 0; at < ids.size(); at++) {
            if (!(ids.get(at) instanceof String)) {
                body.issue("ids." + at, "invalid_type", "Expected string, received " + Body.jsonType(ids.get(at)));
            }
        }
    }

    private static void requireDelete(Body body) {
        if (!body.has("delete")) {
            body.missing("delete");
        } else if (!body.optionalFlag("delete").orElse(true)) {
            body.issue("delete", "custom", "Must be true; nothing else can be done to many templates at once");
        }
    }

    private static Set<TemplateId> known(List<@Nullable Object> ids) {
        var known = new LinkedHashSet<TemplateId>();
        for (var id : ids) {
            var text = String.valueOf(id);
            known.add(new TemplateId(Ids.parse(text).orElseThrow(() -> Templates.notFound(text))));
        }
        return known;
    }
}
