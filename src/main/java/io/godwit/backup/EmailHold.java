package io.godwit.backup;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Keeps emails of a restored database from going out until an operator says so: since the backup was made they may have been
 * sent. Emails that wait are moved to the lane of the outbox that is not served, and campaigns to states in which they do not
 * begin. Executions of workflows need no change: none is claimed while {@code email_hold} has its row, whatever makes it due, and
 * those started meanwhile by events of the service wait as well. Emails, events and starts that a caller sends after the restore go
 * on as always.
 */
public final class EmailHold {

    private static final String UNLIMITED_TIME = "SET LOCAL statement_timeout = 0";

    private static final String BEGIN = "INSERT INTO email_hold DEFAULT VALUES ON CONFLICT DO NOTHING";

    private static final String HOLD_EMAILS = "UPDATE outbox SET lane = 3 WHERE lane < 3";

    /** An execution that an earlier hold let go on is one of before now. */
    private static final String HOLD_EXEMPT_EXECUTIONS =
            "UPDATE execution_timers SET exempt_from_hold = false WHERE exempt_from_hold";

    private static final String HELD_EXECUTIONS = "SELECT count(*) FROM execution_timers WHERE NOT exempt_from_hold";

    private static final String HOLD_RUNS = """
            UPDATE workflow_runs SET lease_until = 'infinity', fence = fence + 1 WHERE ended_at IS NULL
            """;

    /** Pauses campaigns that are being sent as a user does, so that a user can resume them. */
    private static final String PAUSE_CAMPAIGNS = """
            UPDATE campaigns
               SET status = 'PAUSED', due_at = now(), lease_until = NULL, fence = fence + 1,
                   updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
             WHERE status = 'SENDING'
            """;

    /** Makes drafts of campaigns whose time has passed: they may have been sent after the backup was made. */
    private static final String UNSCHEDULE_CAMPAIGNS = """
            UPDATE campaigns
               SET status = 'DRAFT', scheduled_at = NULL, due_at = NULL, lease_until = NULL, fence = fence + 1,
                   updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
             WHERE status = 'SCHEDULED' AND due_at <= now()
            """;

    /** A user who sends one or schedules it again gives it a time to be due. */
    private static final String HOLD_CAMPAIGNS = """
            UPDATE campaigns
               SET due_at = 'infinity', lease_until = NULL, fence = fence + 1
             WHERE status = 'SCHEDULED' AND due_at > now()
            """;

    /** Enabling a workflow makes up for no time before it. */
    private static final String DISABLE_WORKFLOWS = """
            UPDATE workflows
               SET enabled = false, updated_at = now()
              FROM workflow_schedules
             WHERE workflow_schedules.project_id = workflows.project_id AND workflow_schedules.workflow_id = workflows.id
               AND next_at <= now() AND enabled
            """;

    /** Waits for transactions that have read the row to hold what they write. */
    private static final String END = "DELETE FROM email_hold";

    /** Emails of campaigns are left to their campaigns, which are resumed one by one. The others are as old as new ones. */
    private static final String RELEASE_EMAILS = """
            UPDATE outbox
               SET lane = CASE emails.source WHEN 'WORKFLOW' THEN 1 ELSE 0 END, created_at = greatest(outbox.created_at, now())
              FROM emails
             WHERE outbox.lane = 3 AND outbox.campaign_id IS NULL
               AND emails.project_id = outbox.project_id AND emails.id = outbox.email_id
            """;

    private static final String RELEASE_RUNS = """
            UPDATE workflow_runs SET lease_until = NULL, fence = fence + 1 WHERE lease_until = 'infinity'
            """;

    private static final String RELEASE_CAMPAIGNS = """
            UPDATE campaigns
               SET due_at = scheduled_at, fence = fence + 1
             WHERE status = 'SCHEDULED' AND due_at = 'infinity'
            """;

    /**
     * Numbers of what was held or released.
     *
     * @param executions of workflows that are active, and runs of schedules
     * @param scheduled campaigns whose time is to come
     * @param paused campaigns that were being sent
     * @param drafts campaigns whose time had passed
     * @param disabled workflows whose scheduled time had passed
     */
    public record Result(long emails, long executions, long scheduled, long paused, long drafts, long disabled) {}

    private EmailHold() {}

    /** Holds everything that would go out by itself, in the connection's transaction. */
    public static Result hold(Connection connection) throws SQLException {
        update(connection, UNLIMITED_TIME);
        update(connection, BEGIN);
        update(connection, HOLD_EXEMPT_EXECUTIONS);
        return new Result(
                update(connection, HOLD_EMAILS),
                count(connection, HELD_EXECUTIONS) + update(connection, HOLD_RUNS),
                update(connection, HOLD_CAMPAIGNS),
                update(connection, PAUSE_CAMPAIGNS),
                update(connection, UNSCHEDULE_CAMPAIGNS),
                update(connection, DISABLE_WORKFLOWS));
    }

    /**
     * Releases held emails, executions and scheduled campaigns in one transaction; paused campaigns, drafts and disabled workflows
     * are left to their users. A second call releases nothing.
     */
    public static Result release(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        update(connection, UNLIMITED_TIME);
        var wasHeld = update(connection, END) > 0;
        var released = new Result(
                update(connection, RELEASE_EMAILS),
                (wasHeld ? count(connection, HELD_EXECUTIONS) : 0) + update(connection, RELEASE_RUNS),
                update(connection, RELEASE_CAMPAIGNS),
                0,
                0,
                0);
        connection.commit();
        return released;
    }

    private static long update(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
