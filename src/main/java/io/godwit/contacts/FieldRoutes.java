package io.godwit.contacts;

import io.godwit.contacts.FieldReferences.Use;
import io.godwit.contacts.FieldReferences.Uses;
import io.godwit.core.Failure;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/** {@code /contacts/fields}. */
public final class FieldRoutes implements Routes {

    private static final int DEFAULT_VALUES = 100;
    private static final int MOST_VALUES = 200;

    private final Fields fields;
    private final FieldReferences references;

    public FieldRoutes(Fields fields, FieldReferences references) {
        this.fields = fields;
        this.references = references;
    }

    @Override
    public void mount(Api api) {
        api.get("/contacts/fields").to(this::all);
        api.get("/contacts/fields/:field/values").to(this::values);
        api.get("/contacts/fields/:field/usage").to(this::usage);
        api.delete("/contacts/fields/:field").to(this::delete);
    }

    record Described(List<Fields.Descriptor> fields, int count) {}

    private Future<Answer> all(Call call) {
        return fields.all(call.tenant()).map(all -> Answer.ok(new Described(all, all.size())));
    }

    /** The caller's spelling of the field. */
    record Values(String field, List<Object> values, int count, int limit) {}

    private Future<Answer> values(Call call) {
        var query = call.query();
        var limit = query.number("limit", DEFAULT_VALUES, 1, MOST_VALUES);
        query.check();
        return fields.values(call.tenant(), named(call), limit)
                .map(values -> Answer.ok(new Values(call.path("field"), values, values.size(), limit)));
    }

    /** {@code canDelete} says that nobody would miss it; a deletion is not refused for that. */
    record Usage(
            List<Use> usedInSegments,
            List<Use> usedInCampaigns,
            List<Use> usedInWorkflows,
            long contactCount,
            boolean canDelete) {

        static Usage of(FieldName field, Uses uses, long count) {
            return new Usage(
                    uses.segments(), uses.campaigns(), uses.workflows(), count, field.isCustom() && uses.isEmpty());
        }
    }

    private Future<Answer> usage(Call call) {
        var field = named(call);
        var tenant = call.tenant();
        return references
                .of(tenant, field.isCustom() ? FieldName.spelled(field.path()) : field.path())
                .compose(uses -> fields.count(tenant, field).map(count -> Answer.ok(Usage.of(field, uses, count))));
    }

    record Deleted(long deletedFrom) {}

    private Future<Answer> delete(Call call) {
        var field = named(call);
        if (!field.isCustom()) {
            throw Failure.invalid("field", "custom", "Standard fields cannot be deleted");
        }
        return fields.delete(call.tenant(), field).map(count -> Answer.ok(new Deleted(count)));
    }

    private static FieldName named(Call call) {
        return FieldName.parse(call.path("field"));
    }
}
