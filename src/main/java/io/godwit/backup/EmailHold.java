package io.godwit.backup;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Keeps emails of a restored database from going out until an operator says so: since the backup was made they may have been
 * sent. Uses the states the product has: the lane of the outbox that is not served, paused campaigns, and a lease that does not
 * end by itself.
 */
public final class EmailHold {

    private static final String HOLD_EMAILS = "UPDATE outbox SET lane = 3 WHERE lane < 3";

    /** As a user who pauses them, who can also resume them. */
    private static final String PAUSE_CAMPAIGNS = """
            UPDATE campaigns
               SET status = 'PAUSED', due_at = now(), lease_until = NULL, fence = fence + 1,
                   updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
             WHERE status = 'SENDING'
            """;

    /** Those whose time has passed would begin at once. */
    private static final String UNSCHEDULE_CAMPAIGNS = """
            UPDATE campaigns
               SET status = 'DRAFT', scheduled_at = NULL, due_at = NULL, lease_until = NULL, fence = fence + 1,
                   updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
             WHERE status = 'SCHEDULED' AND due_at <= now()
            """;

    private static final String HOLD_EXECUTIONS = """
            UPDATE execution_timers SET lease_until = 'infinity', fence = fence + 1 WHERE due_at <= now()
            """;

    private static final String HOLD_RUNS = """
            UPDATE workflow_runs SET lease_until = 'infinity', fence = fence + 1 WHERE ended_at IS NULL
            """;

    /** Enabling a workflow makes up for no time before it. */
    private static final String DISABLE_WORKFLOWS = """
            UPDATE workflows
               SET enabled = false, updated_at = now()
              FROM workflow_schedules
             WHERE workflow_schedules.project_id = workflows.project_id AND workflow_schedules.workflow_id = workflows.id
               AND next_at <= now() AND enabled
            """;

    /** Emails of campaigns are left to their campaigns, which are resumed one by one. */
    private static final String RELEASE_EMAILS = """
            UPDATE outbox
               SET lane = CASE emails.source WHEN 'WORKFLOW' THEN 1 ELSE 0 END
              FROM emails
             WHERE outbox.lane = 3 AND outbox.campaign_id IS NULL
               AND emails.project_id = outbox.project_id AND emails.id = outbox.email_id
            """;

    private static final String RELEASE_EXECUTIONS = """
            UPDATE execution_timers SET lease_until = NULL, fence = fence + 1 WHERE lease_until = 'infinity'
            """;

    private static final String RELEASE_RUNS = """
            UPDATE workflow_runs SET lease_until = NULL, fence = fence + 1 WHERE lease_until = 'infinity'
            """;

    /**
     * Numbers of what was held or released.
     *
     * @param executions of workflows that were due, and runs of their schedules
     * @param paused campaigns that were being sent
     * @param drafts campaigns whose time had passed
     * @param disabled workflows whose scheduled time had passed
     */
    public record Result(int emails, int executions, int paused, int drafts, int disabled) {}

    private EmailHold() {}

    /** Holds everything that would go out by itself, in the connection's transaction. */
    public static Result hold(Connection connection) throws SQLException {
        return new Result(
                update(connection, HOLD_EMAILS),
                update(connection, HOLD_EXECUTIONS) + update(connection, HOLD_RUNS),
                update(connection, PAUSE_CAMPAIGNS),
                update(connection, UNSCHEDULE_CAMPAIGNS),
                update(connection, DISABLE_WORKFLOWS));
    }

    /** Releases held emails and executions in one transaction; campaigns and workflows are left to their users. */
    public static Result release(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        var released = new Result(
                update(connection, RELEASE_EMAILS),
                update(connection, RELEASE_EXECUTIONS) + update(connection, RELEASE_RUNS),
                0,
                0,
                0);
        connection.commit();
        return released;
    }

    private static int update(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }
}
