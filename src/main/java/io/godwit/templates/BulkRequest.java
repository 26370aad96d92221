package io.godwit.templates;

import io.godwit.core.Ids;
import io.godwit.core.TemplateId;
import io.godwit.web.Body;
import io.godwit.web.DeletionRequest;
import java.util.LinkedHashSet;
import java.util.Set;

/** The body of {@code POST /templates/bulk-update}. */
record BulkRequest(Set<TemplateId> ids) {

    /** What is no id names no template: that is a 404, like an unknown one. */
    static BulkRequest parse(Body body) {
        var known = new LinkedHashSet<TemplateId>();
        for (var id : DeletionRequest.parse(body).ids()) {
            known.add(new TemplateId(Ids.parse(id).orElseThrow(() -> Templates.notFound(id))));
        }
        return new BulkRequest(known);
    }
}
