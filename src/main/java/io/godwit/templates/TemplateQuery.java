package io.godwit.templates;

import io.godwit.core.Tenant;
import io.godwit.db.ListQuery;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.ListOrder.SortKey;
import java.util.List;

/** Builds the query of one list of templates. */
final class TemplateQuery {

    private TemplateQuery() {}

    static ListQuery of(Tenant tenant, TemplateFilter filter) {
        var query = new ListQuery(
                tenant.project(), key(filter.order().key()), filter.order().descending());
        filter.type().ifPresent(type -> query.and("email_class = " + query.parameter(type.name())));
        filter.search().ifPresent(text -> query.search(text, List.of("name", "subject", "description")));
        return query;
    }

    /** Restricts the list to the rows after this one. */
    static ListQuery after(Tenant tenant, TemplateFilter filter, Position last) {
        var query = of(tenant, filter);
        var edge = filter.order().key() == SortKey.NAME
                ? ListQuery.caseless(query.parameter(last.sortKey()) + "::text")
                : query.parameter(last.time());
        query.after(edge, last.id());
        return query;
    }

    /** The sort key of a row for {@link #after}; a name is not put in lower case here, because PostgreSQL does that. */
    static String sortKey(SortKey key, Template template) {
        return switch (key) {
            case CREATED -> template.createdAt().toString();
            case UPDATED -> template.updatedAt().toString();
            case NAME -> template.name();
        };
    }

    private static String key(SortKey key) {
        return switch (key) {
            case CREATED -> "created_at";
            case UPDATED -> "updated_at";
            case NAME -> ListQuery.caseless("name");
        };
    }
}
