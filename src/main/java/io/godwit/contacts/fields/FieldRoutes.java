package io.godwit.contacts.fields;

import io.godwit.contacts.FieldUsages;
import io.godwit.contacts.FieldUsages.Use;
import io.godwit.contacts.FieldUsages.Uses;
import io.godwit.core.Failure;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;

/** The routes {@code /contacts/fields}. */
public final class FieldRoutes implements Routes {

    private static final int DEFAULT_VALUES = 100;
    private static final int MAX_VALUES = 200;

    private final FieldCatalog fields;
    private final FieldUsages usages;

    public FieldRoutes(FieldCatalog fields, FieldUsages usages) {
        this.fields = fields;
        this.usages = usages;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/contacts/fields").answers(FieldResponse.class).to(this::all);
        api.get("/contacts/fields/:field/values")
                .query(query -> query.number("limit", DEFAULT_VALUES, 1, MAX_VALUES))
                .answers(FieldValuesResponse.class)
                .to(this::values);
        api.get("/contacts/fields/:field/usage")
                .answers(FieldUsageResponse.class)
                .to(this::usage);
        api.delete("/contacts/fields/:field")
                .answers(FieldDeletionResponse.class)
                .to(this::delete);
    }

    record FieldResponse(List<FieldCatalog.Descriptor> fields, int count) {}

    private Future<ApiResponse> all(ApiRequest call) {
        return fields.all(call.tenant()).map(all -> ApiResponse.ok(new FieldResponse(all, all.size())));
    }

    /** The values of a field, with its name in the caller's spelling. */
    record FieldValuesResponse(String field, List<Object> values, int count, int limit) {}

    private Future<ApiResponse> values(ApiRequest call) {
        var query = call.query();
        var limit = query.number("limit", DEFAULT_VALUES, 1, MAX_VALUES);
        query.check();
        return fields.values(call.tenant(), fieldName(call), limit)
                .map(values ->
                        ApiResponse.ok(new FieldValuesResponse(call.path("field"), values, values.size(), limit)));
    }

    /** The usages of a field; {@code canDelete} is true when the field has no usages; a field with usages can be deleted, too. */
    record FieldUsageResponse(
            List<Use> usedInSegments,
            List<Use> usedInCampaigns,
            List<Use> usedInWorkflows,
            long contactCount,
            boolean canDelete) {

        static FieldUsageResponse of(FieldName field, Uses uses, long count) {
            return new FieldUsageResponse(
                    uses.segments(), uses.campaigns(), uses.workflows(), count, field.isCustom() && uses.isEmpty());
        }
    }

    private Future<ApiResponse> usage(ApiRequest call) {
        var field = fieldName(call);
        var tenant = call.tenant();
        return usages.usages(tenant, field.isCustom() ? FieldName.display(field.path()) : field.path())
                .compose(uses -> fields.count(tenant, field)
                        .map(count -> ApiResponse.ok(FieldUsageResponse.of(field, uses, count))));
    }

    record FieldDeletionResponse(long deletedFrom) {}

    private Future<ApiResponse> delete(ApiRequest call) {
        var field = fieldName(call);
        if (!field.isCustom()) {
            throw Failure.invalid("field", "custom", "Standard fields cannot be deleted");
        }
        return fields.delete(call.tenant(), field).map(count -> ApiResponse.ok(new FieldDeletionResponse(count)));
    }

    private static FieldName fieldName(ApiRequest call) {
        return FieldName.parse(call.path("field"));
    }
}
