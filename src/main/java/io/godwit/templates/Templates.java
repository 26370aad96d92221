package io.godwit.templates;

import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.vertx.core.Future;

/** Finds stored templates. */
public final class Templates {

    /** Fails with {@code TEMPLATE_NOT_FOUND} for an unknown or foreign id. */
    public Future<Template> find(Tenant tenant, TemplateId id) {
        throw new UnsupportedOperationException();
    }
}
