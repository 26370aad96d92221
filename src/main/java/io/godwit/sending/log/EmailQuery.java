package io.godwit.sending.log;

import io.godwit.core.Tenant;
import io.godwit.sending.EmailReason;
import io.godwit.sending.log.EmailFilter.Plan;
import io.vertx.sqlclient.Tuple;
import java.util.Map;

/**
 * Builds the SQL condition of one listing, with the requested filters only: a statement that allows for every filter gets one
 * plan for all of them, and that reads the whole log of a project to find the emails of one contact.
 */
final class EmailQuery {

    /** Max unfinished emails that are read, and counted. */
    private static final int MAX_UNFINISHED = 10_000;

    /** Excludes the emails of cancelled campaigns, whose queue takes a moment to be emptied. */
    private static final String NOT_CANCELLED = "(campaign_id IS NULL OR campaign_id <> ALL (ARRAY("
            + "SELECT campaigns.id FROM campaigns WHERE campaigns.project_id = $1 AND status = 'CANCELLED' AND due_at IS NOT NULL)))";

    /** The same expression as that of the report by provider, so that its rows lead to the emails they count. */
    private static final String PROVIDER = "mailbox_provider(split_part(coalesce(to_email, ''), '@', 2))";

    /** Conditions of the partial indexes (V27) that cover rare statuses; none of them names the status itself. */
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
        filter.provider().ifPresent(name -> and(conditions, PROVIDER + " =", name));
        origin(filter.origin());
        filter.words().subject().ifPresent(words -> conditions.append(" AND ").append(inSubject(parameter(words))));
        filter.words().search().ifPresent(this::search);
    }

    private void origin(EmailFilter.Origin origin) {
        // A literal, so that the planner uses the index of received emails.
        origin.source().ifPresent(source -> conditions.append(" AND source = '" + source + "'"));
        origin.type().ifPresent(type -> and(conditions, "email_class =", type.name()));
        origin.workflow()
                .ifPresent(workflow -> conditions.append(" AND execution_id IS NOT NULL AND EXISTS ("
                        + "SELECT FROM executions WHERE executions.project_id = $1 AND executions.id = execution_id"
                        + " AND executions.workflow_id = " + parameter(workflow) + ")"));
    }

    /**
     * Returns a condition with one look-up for each row: as EXISTS it would be one pass over the texts of all projects. A scan
     * joins the subjects, because emails of a campaign share one, which is then looked up once.
     */
    private String inSubject(String words) {
        return filter.plan() == Plan.SCAN
                ? "strpos(content.subject, " + words + ") > 0"
                : "strpos(lower((SELECT contents.subject FROM contents"
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

    /** Returns the statement that selects the newest rows. */
    String rows(int limit, int lookedAt) {
        return switch (filter.plan()) {
            case INDEX -> "SELECT * FROM emails WHERE " + both() + newest(limit);
            case SCAN -> "SELECT scanned.* FROM " + scanned(lookedAt) + " WHERE " + conditions + newest(limit);
            // OFFSET 0 keeps the planner from scanning the log backwards, which reaches old rows last.
            case GATHER ->
                "SELECT * FROM (SELECT * FROM emails WHERE " + both() + " OFFSET 0) AS gathered" + newest(limit);
        };
    }

    /** Returns the statement that selects the newest rows of a scan, each with {@code total}, the number of all that match. */
    String countedRows(int limit, int lookedAt) {
        return "SELECT emails.*, found.total FROM (SELECT scanned.id, count(*) OVER () AS total FROM "
                + scanned(lookedAt)
                + " WHERE " + conditions + newest(limit)
                + ") AS found CROSS JOIN LATERAL (SELECT * FROM emails"
                + " WHERE emails.project_id = $1 AND emails.id = found.id OFFSET 0) AS emails";
    }

    /** True when the total of the filter is the number of matches among the scanned rows. */
    static boolean isCountedByScan(EmailFilter filter) {
        return filter.plan() == Plan.SCAN
                && filter.status().filter(INDEXES::containsKey).isEmpty();
    }

    /**
     * Returns the statement that counts the rows without a scan, up to {@code max}. Rare statuses are counted up to a tenth,
     * because their rows are spread over the whole log and each is on a page of its own.
     */
    String count(int max) {
        var limit = filter.status().filter(INDEXES::containsKey).isPresent() ? max / 10 : max;
        return "SELECT count(*) FROM (SELECT FROM emails" + subjects("emails") + " WHERE " + both() + " LIMIT " + limit
                + ") AS found";
    }

    /**
     * Returns the statement that selects the last scanned row; it selects none when the scan reaches the end of the log.
     */
    String last(int lookedAt) {
        return "SELECT id FROM emails WHERE " + bounds + newest(1) + " OFFSET " + (lookedAt - 1);
    }

    private String both() {
        return bounds + " AND " + conditions;
    }

    private String scanned(int lookedAt) {
        return "(SELECT * FROM emails WHERE " + bounds + newest(lookedAt) + ") AS scanned" + subjects("scanned");
    }

    /** OFFSET 0 keeps it at a look-up for each text that is met for the first time. */
    private String subjects(String emails) {
        return filter.plan() == Plan.SCAN && filter.words().areScanned()
                ? " LEFT JOIN LATERAL (SELECT lower(contents.subject) AS subject FROM contents WHERE contents.project_id = $1"
                        + " AND contents.id = " + emails + ".content_id OFFSET 0) AS content ON true"
                : "";
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

    /**
     * Adds the condition for a status. The log says PENDING until an email ends; only its outbox row tells whether it is being
     * sent.
     */
    private void status(String status) {
        switch (status) {
            case "PENDING" -> unfinished("NOT attempt_started AND " + NOT_CANCELLED);
            case "SENDING" -> unfinished("attempt_started");
            // This partial index holds suppressed emails only, and a campaign may leave a million of them.
            case "SUPPRESSED" -> conditions.append(" AND " + EmailReason.IS_SUPPRESSED);
            default -> {
                and(conditions, "status =", status);
                conditions.append(INDEXES.getOrDefault(status, ""));
            }
        }
    }

    /** Starts from the outbox, which is short where the log is long. */
    private void unfinished(String condition) {
        and(conditions, "status =", "PENDING");
        conditions
                .append(" AND id = ANY (ARRAY(SELECT email_id FROM outbox WHERE project_id = $1 AND ")
                .append(condition)
                .append(filter.bounds().before().isPresent() ? " AND email_id < $2" : "")
                .append(" ORDER BY email_id DESC LIMIT ")
                .append(MAX_UNFINISHED)
                .append("))");
    }
}
