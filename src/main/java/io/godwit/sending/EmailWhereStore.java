package io.godwit.sending;

import io.godwit.core.EmailId;
import io.godwit.core.Tenant;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.Optional;

/**
 * The condition of one listing, only with what was asked for: a statement that allows for every filter gets one plan for all
 * of them, and that reads the whole log of a project to find the mails of one contact.
 */
final class EmailWhereStore {

    /** Of unfinished emails so many are looked at, and counted. */
    private static final int MOST_UNFINISHED = 10_000;

    /** A cancelled campaign's queue takes a moment to be emptied. */
    private static final String STILL_MEANT = "(campaign_id IS NULL OR campaign_id <> ALL (ARRAY("
            + "SELECT campaigns.id FROM campaigns WHERE campaigns.project_id = $1 AND status = 'CANCELLED' AND due_at IS NOT NULL)))";

    private static final String TROUBLE =
            " AND error IS NOT NULL AND NOT was_unwanted(error) AND NOT was_called_off(error)";

    /** What is rare is found by an index of what is like it (V27), none of which names the status itself. */
    private static final Map<String, String> INDEXES = Map.of(
            "BOUNCED", TROUBLE,
            "FAILED", TROUBLE,
            "CANCELLED", " AND was_called_off(error)",
            "COMPLAINED", " AND complained_at IS NOT NULL",
            "RECEIVED", " AND source = 'INBOUND'");

    private final StringBuilder sql = new StringBuilder("project_id = $1");
    private final Tuple parameters;
    private final Optional<EmailId> before;

    /** @param end none older than this one */
    EmailWhereStore(Tenant tenant, EmailFilter filter, Optional<EmailId> end) {
        before = filter.before();
        parameters = Tuple.of(tenant.project().value());
        before.ifPresent(id -> and("id <", id.value()));
        filter.status().ifPresent(this::status);
        filter.contact().ifPresent(contact -> and("contact_id =", contact));
        filter.campaign().ifPresent(campaign -> and("campaign_id =", campaign));
        filter.to().ifPresent(to -> and("to_email =", to.value()));
        end.ifPresent(id -> and("id >=", id.value()));
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
            case "PENDING" -> unfinished("NOT sending AND " + STILL_MEANT);
            case "SENDING" -> unfinished("sending");
            // What was suppressed is all that this index holds, and a campaign may leave a million of it.
            case "SUPPRESSED" -> sql.append(" AND was_unwanted(error)");
            default -> {
                and("status =", status);
                sql.append(INDEXES.getOrDefault(status, ""));
            }
        }
    }

    /** Begins at the queue, which is short where the log is long. */
    private void unfinished(String condition) {
        and("status =", "PENDING");
        sql.append(" AND id = ANY (ARRAY(SELECT email_id FROM outbox WHERE project_id = $1 AND ")
                .append(condition)
                .append(before.isPresent() ? " AND email_id < $2" : "")
                .append(" ORDER BY email_id DESC LIMIT ")
                .append(MOST_UNFINISHED)
                .append("))");
    }
}
