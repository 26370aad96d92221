package io.godwit.sending.log;

import io.godwit.core.Tenant;
import io.godwit.sending.EmailReason;
import io.godwit.sending.log.EmailFilter.Plan;
import io.vertx.sqlclient.Tuple;
import java.util.Map;

/**
 * The condition of one listing, only with what was asked for: a statement that allows for every filter gets one plan for all
 * of them, and that reads the whole log of a project to find the mails of one contact.
 */
final class EmailQuery {

    /** Of unfinished emails so many are looked at, and counted. */
    private static final int MOST_UNFINISHED = 10_000;

    /** A cancelled campaign's queue takes a moment to be emptied. */
    private static final String STILL_MEANT = "(campaign_id IS NULL OR campaign_id <> ALL (ARRAY("
            + "SELECT campaigns.id FROM campaigns WHERE campaigns.project_id = $1 AND status = 'CANCELLED' AND due_at IS NOT NULL)))";

    /** What is rare is found by an index of what is like it (V27), none of which names the status itself. */
    private static final Map<String, String> INDEXES = Map.of(
            "BOUNCED", " AND bounced_at IS NOT NULL",
            "FAILED", " AND " + EmailReason.IS_FAILED,
            "CANCELLED", " AND " + EmailReason.IS_CANCELLED,
            "COMPLAINED", " AND complained_at IS NOT NULL",
            "RECEIVED", " AND source = 'INBOUND'");

    private final StringBuilder bounds = new StringBuilder("project_id = $1");
    private final StringBuilder conditions = new StringBuilder("project_id = $1");
    private final Tuple parameters;
    private final EmailFilter filter;

    EmailQuery(Tenant tenant, EmailFilter filter) {
        this.filter = filter;
        parameters = Tuple.of(tenant.project().value());
        filter.bounds().before().ifPresent(id -> and(bounds, "id <", id.value()));
        filter.bounds().since().ifPresent(id -> and(bounds, "id >=", id.value()));
        filter.origin().template().ifPresent(template -> and(bounds, "template_id =", template));
        filter.status().ifPresent(this::status);
        filter.contact().ifPresent(contact -> and(conditions, "contact_id =", contact));
        filter.campaign().ifPresent(campaign -> and(conditions, "campaign_id =", campaign));
        filter.to().ifPresent(to -> and(conditions, "to_email =", to.value()));
        origin(filter.origin());
        filter.words().subject().ifPresent(words -> conditions.append(" AND ").append(inSubject(parameter(words))));
        filter.words().search().ifPresent(this::search);
    }

    private void origin(EmailFilter.Origin origin) {
        // A literal, so that the index of received mail is found.
        origin.source().ifPresent(source -> conditions.append(" AND source = '" + source + "'"));
        origin.type().ifPresent(type -> and(conditions, "class =", type.name()));
        origin.workflow()
                .ifPresent(workflow -> conditions.append(" AND execution_id IS NOT NULL AND EXISTS ("
                        + "SELECT FROM executions WHERE executions.project_id = $1 AND executions.id = execution_id"
                        + " AND executions.workflow_id = " + parameter(workflow) + ")"));
    }

    /** One look-up for each row a walk looks at: as EXISTS it would be one pass over the texts of all projects. */
    private static String inSubject(String words) {
        return "strpos(lower((SELECT contents.subject FROM contents"
                + " WHERE contents.project_id = $1 AND contents.id = content_id)), " + words + ") > 0";
    }

    private void search(String words) {
        var part = parameter(words);
        conditions
                .append(" AND (strpos(to_email, ")
                .append(part)
                .append(") > 0 OR strpos(lower(coalesce(to_name, '')), ")
                .append(part)
                .append(") > 0 OR ")
                .append(inSubject(part))
                .append(")");
    }

    /** The newest rows. */
    String rows(int limit, int lookedAt) {
        return switch (filter.plan()) {
            case INDEX -> "SELECT * FROM emails WHERE " + both() + newest(limit);
            case WALK -> "SELECT * FROM (" + scanned(lookedAt) + ") AS walked WHERE " + conditions + newest(limit);
            // The fence keeps the planner from a walk through the log, which finds what is old at its end.
            case GATHER ->
                "SELECT * FROM (SELECT * FROM emails WHERE " + both() + " OFFSET 0) AS gathered" + newest(limit);
        };
    }

    /**
     * How many there are, or {@code most}; on a walk, among those it looks at. Of those that are strewn over the whole log a tenth:
     * each is on a page of its own.
     */
    String count(int most) {
        if (filter.status().filter(INDEXES::containsKey).isPresent()) {
            return "SELECT count(*) FROM (SELECT FROM emails WHERE " + both() + " LIMIT " + most / 10 + ") AS found";
        }
        return filter.plan() == Plan.WALK
                ? "SELECT count(*) FROM (" + scanned(most) + ") AS walked WHERE " + conditions
                : "SELECT count(*) FROM (SELECT FROM emails WHERE " + both() + " LIMIT " + most + ") AS found";
    }

    /** The last one that a walk looks at; none when it comes to the end. */
    String last(int lookedAt) {
        return "SELECT id FROM emails WHERE " + bounds + newest(1) + " OFFSET " + (lookedAt - 1);
    }

    private String both() {
        return bounds + " AND " + conditions;
    }

    private String scanned(int lookedAt) {
        return "SELECT * FROM emails WHERE " + bounds + newest(lookedAt);
    }

    private static String newest(int limit) {
        return " ORDER BY id DESC LIMIT " + limit;
    }

    Tuple parameters() {
        return parameters;
    }

    private void and(StringBuilder sql, String condition, Object value) {
        sql.append(" AND ").append(condition).append(" ").append(parameter(value));
    }

    private String parameter(Object value) {
        parameters.addValue(value);
        return "$" + parameters.size();
    }

    /** The log says PENDING until an email ends; whether it is being sent only its queue row knows. */
    private void status(String status) {
        switch (status) {
            case "PENDING" -> unfinished("NOT sending AND " + STILL_MEANT);
            case "SENDING" -> unfinished("sending");
            // What was suppressed is all that this index holds, and a campaign may leave a million of it.
            case "SUPPRESSED" -> conditions.append(" AND " + EmailReason.IS_SUPPRESSED);
            default -> {
                and(conditions, "status =", status);
                conditions.append(INDEXES.getOrDefault(status, ""));
            }
        }
    }

    /** Begins at the queue, which is short where the log is long. */
    private void unfinished(String condition) {
        and(conditions, "status =", "PENDING");
        conditions
                .append(" AND id = ANY (ARRAY(SELECT email_id FROM outbox WHERE project_id = $1 AND ")
                .append(condition)
                .append(filter.bounds().before().isPresent() ? " AND email_id < $2" : "")
                .append(" ORDER BY email_id DESC LIMIT ")
                .append(MOST_UNFINISHED)
                .append("))");
    }
}
