package io.godwit.contacts.api;

import io.godwit.core.Tenant;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/**
 * The SQL condition of one list of contacts; it contains only the filters given, so that each combination gets a plan of its own.
 */
final class ContactQuery {

    private final StringBuilder sql = new StringBuilder("project_id = $1");
    private final Tuple parameters;

    ContactQuery(Tenant tenant, ContactFilter filter, Optional<Position> after) {
        parameters = filter.selected()
                .map(selected -> Tuple.from(selected.parameters()))
                .orElseGet(() -> Tuple.of(tenant.project().value()));
        filter.selected()
                .ifPresent(selected ->
                        sql.append(" AND id IN (").append(selected.ids()).append(")"));
        filter.subscribed().ifPresent(subscribed -> and("subscribed =", subscribed));
        // A third of the time of LIKE, which compares at every character.
        filter.search().ifPresent(search -> {
            parameters.addValue(search);
            sql.append(" AND strpos(email, $").append(parameters.size()).append(") > 0");
        });
        after.ifPresent(last -> {
            var beyond = filter.ascending() ? " >" : " <";
            if (filter.byEmail()) {
                and("email" + beyond, last.sortKey());
            } else {
                and("id" + beyond, last.id());
            }
        });
    }

    String sql() {
        return sql.toString();
    }

    Tuple parameters() {
        return parameters;
    }

    private void and(String condition, Object value) {
        parameters.addValue(value);
        sql.append(" AND ").append(condition).append(" $").append(parameters.size());
    }
}
