-- What starts workflows by the clock, and what is counted of them.

-- When a workflow with a schedule starts next. Made by whoever looks first, of the trigger as it was last edited; gone with it.
CREATE TABLE workflow_schedules (
    project_id  uuid        NOT NULL,
    workflow_id uuid        NOT NULL,
    -- The trigger's, to the letter.
    config      text        NOT NULL,
    next_at     timestamptz NOT NULL,
    PRIMARY KEY (project_id, workflow_id),
    FOREIGN KEY (project_id, workflow_id) REFERENCES workflows ON DELETE CASCADE
);
CREATE INDEX workflow_schedules_due ON workflow_schedules (next_at);
CREATE INDEX workflows_scheduled ON workflows (project_id, id) WHERE enabled AND trigger_type = 'SCHEDULE';

-- One firing: a walk over contacts, each of whom it enrols once.
CREATE TABLE workflow_runs (
    project_id   uuid        NOT NULL,
    id           uuid        NOT NULL,
    workflow_id  uuid        NOT NULL,
    version      integer     NOT NULL,
    -- By the schedule; it may have started later.
    fires_at     timestamptz NOT NULL,
    -- NULL: all contacts.
    segment_id   uuid,
    -- Contacts made later are not taken in.
    started_at   timestamptz NOT NULL DEFAULT now(),
    ended_at     timestamptz,
    -- Why it ended before its walk did.
    exit_reason  text,
    -- Whether a segment's members are written down.
    frozen       boolean     NOT NULL DEFAULT false,
    -- The walk, in the order of contacts' ids: where it is, how many it has passed, how many came in.
    last_contact uuid,
    walked       bigint      NOT NULL DEFAULT 0,
    enrolled     bigint      NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL DEFAULT now(),
    -- NULL while nobody is at it.
    lease_until  timestamptz,
    -- Raised by every claim; whoever holds an older one stops.
    fence        bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, workflow_id, fires_at),
    FOREIGN KEY (project_id, workflow_id) REFERENCES workflows ON DELETE CASCADE
);
CREATE INDEX workflow_runs_due ON workflow_runs (due_at) WHERE ended_at IS NULL;
-- The next firing waits for the end of the last.
CREATE UNIQUE INDEX workflow_runs_active ON workflow_runs (project_id, workflow_id) WHERE ended_at IS NULL;

-- The members of a segment when it fired; a row goes when the walk passes it.
CREATE TABLE workflow_run_audience (
    project_id uuid NOT NULL,
    run_id     uuid NOT NULL,
    contact_id uuid NOT NULL,
    PRIMARY KEY (project_id, run_id, contact_id),
    FOREIGN KEY (project_id, run_id) REFERENCES workflow_runs ON DELETE CASCADE
);

-- Counts of executions and of what they did at each step, never counted for a request. Ingestion, the engine, schedules,
-- cancellations and deletions all change these rows, by statements of up to thousands each: so the database itself counts, once
-- a statement, and nobody can forget to. Each statement appends what it changed; nobody waits for a shared counter.
--   subject: a workflow, name: a status of executions, how many have it;
--   subject: a step, name: waiting (executions at it), passed, skipped, failed (visits), or branch: with the way they left by.
CREATE TABLE workflow_deltas (
    project_id uuid   NOT NULL,
    subject    uuid   NOT NULL,
    id         bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    name       text   NOT NULL,
    delta      bigint NOT NULL,
    PRIMARY KEY (project_id, subject, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- What was folded so far.
CREATE TABLE workflow_counts (
    project_id uuid   NOT NULL,
    subject    uuid   NOT NULL,
    name       text   NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (project_id, subject, name)
) WITH (fillfactor = 80);

CREATE FUNCTION count_executions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO workflow_deltas (project_id, subject, name, delta)
        SELECT project_id, workflow_id, status, count(*) FROM after GROUP BY 1, 2, 3
        UNION ALL
        SELECT project_id, current_step_id, 'waiting', count(*) FROM after
         WHERE current_step_id IS NOT NULL AND status IN ('RUNNING', 'WAITING') GROUP BY 1, 2;
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO workflow_deltas (project_id, subject, name, delta)
        SELECT project_id, subject, name, sum(n)
          FROM (SELECT project_id, workflow_id AS subject, status AS name, 1 AS n FROM after
                UNION ALL
                SELECT project_id, workflow_id, status, -1 FROM before
                UNION ALL
                SELECT project_id, current_step_id, 'waiting', 1 FROM after
                 WHERE current_step_id IS NOT NULL AND status IN ('RUNNING', 'WAITING')
                UNION ALL
                SELECT project_id, current_step_id, 'waiting', -1 FROM before
                 WHERE current_step_id IS NOT NULL AND status IN ('RUNNING', 'WAITING')) changed
         GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
    ELSE
        INSERT INTO workflow_deltas (project_id, subject, name, delta)
        SELECT project_id, workflow_id, status, -count(*) FROM before GROUP BY 1, 2, 3
        UNION ALL
        SELECT project_id, current_step_id, 'waiting', -count(*) FROM before
         WHERE current_step_id IS NOT NULL AND status IN ('RUNNING', 'WAITING') GROUP BY 1, 2;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER count_inserted AFTER INSERT ON executions
    REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_executions();
CREATE TRIGGER count_updated AFTER UPDATE ON executions
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_executions();
CREATE TRIGGER count_deleted AFTER DELETE ON executions
    REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_executions();

-- What one visit counts for; a visit that goes on counts for nothing.
CREATE FUNCTION visit_counts(status text, branch text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE status WHEN 'COMPLETED' THEN 'passed' WHEN 'SKIPPED' THEN 'skipped' ELSE 'failed' END
     WHERE status IN ('COMPLETED', 'SKIPPED', 'FAILED')
    UNION ALL
    SELECT 'branch:' || branch WHERE branch IS NOT NULL AND status = 'COMPLETED'
$$;

CREATE FUNCTION count_visits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO workflow_deltas (project_id, subject, name, delta)
        SELECT project_id, step_id, name, count(*) FROM after, visit_counts(status, branch) AS name GROUP BY 1, 2, 3;
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO workflow_deltas (project_id, subject, name, delta)
        SELECT project_id, step_id, name, sum(n)
          FROM (SELECT project_id, step_id, name, 1 AS n FROM after, visit_counts(status, branch) AS name
                UNION ALL
                SELECT project_id, step_id, name, -1 FROM before, visit_counts(status, branch) AS name) changed
         GROUP BY 1, 2, 3 HAVING sum(n) <> 0;
    ELSE
        INSERT INTO workflow_deltas (project_id, subject, name, delta)
        SELECT project_id, step_id, name, -count(*) FROM before, visit_counts(status, branch) AS name GROUP BY 1, 2, 3;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER count_inserted AFTER INSERT ON execution_visits
    REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_visits();
CREATE TRIGGER count_updated AFTER UPDATE ON execution_visits
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_visits();
CREATE TRIGGER count_deleted AFTER DELETE ON execution_visits
    REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_visits();
