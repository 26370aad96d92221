package io.godwit.sending;

import io.godwit.core.Tenant;
import io.vertx.sqlclient.Tuple;

/**
 * The condition of one listing, only with what was asked for: a statement that allows for every filter gets one plan for all
 * of them, and that reads the whole log of a project to find the mails of one contact.
 */
final class EmailWhereStore {

    private final StringBuilder sql = new StringBuilder("project_id = $1");
    private final Tuple parameters;

    EmailWhereStore(Tenant tenant, EmailFilter filter) {
        parameters = Tuple.of(tenant.project().value());
        filter.status().ifPresent(this::status);
        filter.contact().ifPresent(contact -> and("contact_id =", contact));
        filter.campaign().ifPresent(campaign -> and("campaign_id =", campaign));
        filter.to().ifPresent(to -> and("to_email =", to.value()));
        filter.before().ifPresent(before -> and("id <", before.value()));
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

    /** The log says PENDING until an email ends; whether it is being sent only its queue row knows. */
    private void status(String status) {
        switch (status) {
            case "PENDING" -> unfinished("NOT sending");
            case "SENDING" -> unfinished("sending");
            default -> and("status =", status);
        }
    }

    private void unfinished(String condition) {
        and("status =", "PENDING");
        sql.append(" AND id IN (SELECT email_id FROM outbox WHERE project_id = $1 AND ")
                .append(condition)
                .append(')');
    }
}
