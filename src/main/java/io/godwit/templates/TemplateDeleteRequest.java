package io.godwit.templates;

import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.web.JsonBody;
import io.godwit.web.lists.BulkDeleteRequest;
import java.util.LinkedHashSet;
import java.util.Set;

/** The body of {@code POST /templates/bulk-update}. */
record TemplateDeleteRequest(Set<TemplateId> ids) {

    /** Reads the ids of templates. A text that is no id is a 404, like an unknown id. */
    static TemplateDeleteRequest parse(JsonBody body) {
        var known = new LinkedHashSet<TemplateId>();
        for (var id : BulkDeleteRequest.parse(body).ids()) {
            known.add(new TemplateId(Ids.parse(id).orElseThrow(() -> TemplateCache.notFound(id))));
        }
        return new TemplateDeleteRequest(known);
    }
}
