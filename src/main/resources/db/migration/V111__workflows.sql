-- Workflows: the draft that is edited, the versions that run, the executions of contacts, their timers and their counts.

-- The workflows of a project. Written by the editor (workflows.editor), read by lists, by the append of events and by the engine.
CREATE TABLE workflows (
    project_id     uuid        NOT NULL,
    id             uuid        NOT NULL,
    name           text        NOT NULL,
    description    text,
    enabled        boolean     NOT NULL DEFAULT false,
    trigger_type   text        NOT NULL CHECK (trigger_type IN ('EVENT', 'MANUAL', 'SCHEDULE')),
    -- EVENT: {eventName}; SCHEDULE: {schedule, timeZone, segmentId}.
    trigger_config json,
    allow_reentry  boolean     NOT NULL DEFAULT false,
    -- The version of new executions; NULL until it is enabled for the first time. While it is enabled, every edit that leaves a
    -- sound graph makes the next one; an unsound draft waits for the edit that mends it.
    live_version   integer,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);
-- The loop that plans the next run of each workflow with a schedule.
CREATE INDEX workflows_scheduled ON workflows (project_id, id) WHERE enabled AND trigger_type = 'SCHEDULE';

-- The steps of the draft: what the editor shows and changes. Written by the editor (workflows.editor.DraftWriteStore); read by it,
-- by versions when they are made, and by lists of upcoming emails.
CREATE TABLE workflow_steps (
    project_id  uuid        NOT NULL,
    id          uuid        NOT NULL,
    workflow_id uuid        NOT NULL,
    type        text        NOT NULL CHECK (type IN ('TRIGGER', 'SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK',
                                'UPDATE_CONTACT', 'EXIT')),
    name        text        NOT NULL,
    position    json        NOT NULL,
    config      json        NOT NULL,
    template_id uuid,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, workflow_id, id),
    FOREIGN KEY (project_id, workflow_id) REFERENCES workflows ON DELETE CASCADE
);
-- The trigger step of a workflow, and that there is one at most.
CREATE UNIQUE INDEX workflow_steps_one_trigger ON workflow_steps (project_id, workflow_id) WHERE type = 'TRIGGER';
-- The workflows that use a template.
CREATE INDEX workflow_steps_of_template ON workflow_steps (project_id, template_id) WHERE template_id IS NOT NULL;

-- The links between the steps of the draft. Written and read as workflow_steps.
CREATE TABLE workflow_transitions (
    project_id   uuid        NOT NULL,
    id           uuid        NOT NULL,
    workflow_id  uuid        NOT NULL,
    from_step_id uuid        NOT NULL,
    to_step_id   uuid        NOT NULL,
    -- The branch of a CONDITION it continues.
    branch       text,
    -- The end of a WAIT_FOR_EVENT it continues; NULL for either.
    wait_outcome text        CHECK (wait_outcome IN ('EVENT', 'TIMEOUT')),
    priority     integer     NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL DEFAULT now(),
    updated_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id),
    -- Composite, so that no link can leave its workflow. One for each branch and each outcome; one for a step without.
    CONSTRAINT workflow_transitions_branch UNIQUE NULLS NOT DISTINCT (project_id, from_step_id, branch, wait_outcome),
    FOREIGN KEY (project_id, workflow_id, from_step_id)
        REFERENCES workflow_steps (project_id, workflow_id, id) ON DELETE CASCADE,
    FOREIGN KEY (project_id, workflow_id, to_step_id)
        REFERENCES workflow_steps (project_id, workflow_id, id) ON DELETE CASCADE
);
-- The links to a step that is deleted.
CREATE INDEX workflow_transitions_to ON workflow_transitions (project_id, to_step_id);
-- The links of a workflow that is shown, versioned or deleted.
CREATE INDEX workflow_transitions_of ON workflow_transitions (project_id, workflow_id);

-- The versions that run. Written when a sound draft is enabled or edited (workflows.editor.VersionStore) and never changed: an
-- execution stays on the version it started with. Read by the engine; deleted when no execution needs them.
CREATE TABLE workflow_versions (
    project_id  uuid        NOT NULL,
    workflow_id uuid        NOT NULL,
    version     integer     NOT NULL,
    -- {steps: [{id, type, name, config, templateId}], transitions: [{from, to, branch, waitOutcome, priority}]}.
    graph       json        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, workflow_id, version),
    FOREIGN KEY (project_id, workflow_id) REFERENCES workflows ON DELETE CASCADE
);

-- The events that workflows react to, read by every transaction that appends events (workflows.WorkflowHookStore). START: the
-- event makes executions of the version, which is the live one of an enabled workflow. WAIT: a step of a version that may still
-- run waits for it. Written with the versions.
CREATE TABLE workflow_triggers (
    project_id    uuid    NOT NULL,
    event_name    text    NOT NULL,
    kind          text    NOT NULL CHECK (kind IN ('START', 'WAIT')),
    workflow_id   uuid    NOT NULL,
    -- For START.
    version       integer,
    allow_reentry boolean,
    PRIMARY KEY (project_id, event_name, kind, workflow_id),
    FOREIGN KEY (project_id, workflow_id) REFERENCES workflows ON DELETE CASCADE
);

-- The log of all executions: one contact going through one workflow. Written by the append of events (so it has no foreign keys),
-- by manual starts, schedules and the engine; read by execution lists, the activity feed and the engine. Every event that starts
-- one pays for each index, and so does every end: there are only those that nothing else can answer for.
CREATE TABLE executions (
    project_id      uuid        NOT NULL,
    -- Of an event's: event_execution_id, so that one event never starts a workflow twice.
    id              uuid        NOT NULL,
    workflow_id     uuid        NOT NULL,
    version         integer     NOT NULL,
    contact_id      uuid        NOT NULL,
    status          text        NOT NULL DEFAULT 'RUNNING'
                                CHECK (status IN ('RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED')),
    current_step_id uuid,
    -- Why it ended, for a reader.
    exit_reason     text,
    error           text,
    -- {"kept": …, "once": …}: the event's data or the context of a manual start; once is removed when the execution ends.
    context         jsonb,
    source_event_id uuid,
    -- How many triggers of workflows led to this execution.
    trigger_depth   smallint    NOT NULL DEFAULT 0,
    visits          integer     NOT NULL DEFAULT 0,
    -- True while it keeps its contact from entering again: as long as it is active, and for ever without re-entry.
    bars_reentry    boolean     NOT NULL DEFAULT true,
    started_at      timestamptz NOT NULL DEFAULT now(),
    completed_at    timestamptz,
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 80);
-- The rules of re-entry, whatever runs at the same time.
CREATE UNIQUE INDEX executions_entry ON executions (project_id, workflow_id, contact_id) WHERE bars_reentry;
-- A workflow's list of executions. Lists of one status are as quick as lists of all, which are merged of six.
CREATE INDEX executions_of_workflow ON executions (project_id, workflow_id, status, id);
-- A contact's executions; those that end with the contact.
CREATE INDEX executions_of_contact ON executions (project_id, contact_id, id);
-- The activity feed: the executions that ended in a time. When one began is in its id.
CREATE INDEX executions_by_end ON executions (project_id, completed_at, id) WHERE completed_at IS NOT NULL;

-- The id of the execution that an event starts of a workflow: made of both ids, with the time of the event's, so that one event
-- starts a workflow once. One expression with one hash, so that it is planned into the statement that calls it: as a query of
-- its own it cost 26 µs of the 97 an enrolment took (measured 2026-11-22).
CREATE FUNCTION event_execution_id(event uuid, workflow uuid) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN overlay(overlay(md5(event::text || workflow::text) PLACING translate(left(event::text, 15), '-', '') FROM 1)
                   PLACING '8' FROM 17)::uuid;

-- The queue of active executions: when each is to go on. A row is deleted when its execution ends, so a million that wait cost an
-- idle node nothing. Written by whatever starts an execution, by the engine (workflows.engine.TimerStore), by events and webhook
-- results that end a wait; read by claims and by lists of upcoming emails.
CREATE TABLE execution_timers (
    project_id        uuid        NOT NULL,
    execution_id      uuid        NOT NULL,
    workflow_id       uuid        NOT NULL,
    contact_id        uuid        NOT NULL,
    -- When it may be claimed: at once, at the end of a delay, at a timeout; infinity for a wait without a timeout. A claim leaves
    -- it as it is, so that it moves no index: the few rows that are held are passed over by lease_until.
    due_at            timestamptz NOT NULL DEFAULT now(),
    lease_until       timestamptz,
    -- Raised by every claim and by every change from outside; a write with an older one comes from a holder that lost its lease.
    fence             bigint      NOT NULL DEFAULT 0,
    lost_leases       integer     NOT NULL DEFAULT 0,
    -- The event it waits for, since when, under which conditions, and until when (NULL: for ever); NULL when it waits for none.
    wait_event        text,
    wait_since        timestamptz,
    wait_if           json,
    wait_until        timestamptz,
    -- What ended a pause before its time: {event: {id, at, data}} or {call: {...}}.
    resume_reason     json,
    -- The claim that took it, so that one whose answer was lost on its way can be released by the node that asked. No index: a
    -- claim is to move none, and what it took is due.
    claim_id          uuid,
    -- True while a row whose node crashed several times is worked on with no other execution beside it, and how many leases were
    -- lost meanwhile: only those count against it.
    alone             boolean     NOT NULL DEFAULT false,
    alone_lost_leases integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, execution_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- The claim of due executions of a project, in the order they are due.
CREATE INDEX execution_timers_due ON execution_timers (project_id, due_at);
-- The claim of those that are worked on alone: without it each claim would look for them among all that is due.
CREATE INDEX execution_timers_lost_leases ON execution_timers (project_id, due_at) WHERE lost_leases >= 3;
-- The waits of a contact for an event; written when the wait begins and not when the execution does.
CREATE INDEX execution_timers_waiting ON execution_timers (project_id, contact_id) WHERE wait_event IS NOT NULL;

-- Events that an execution may wait for, until the waits they end are found. Written by the transaction that appends the event,
-- which so needs no lock on an execution; read and deleted by the engine (workflows.engine.PendingEventStore). A wait that is being
-- entered at the same moment is not seen by that search; the wait looks into the log of events itself once it is committed. Events
-- with values that are in no log stay for that.
CREATE TABLE execution_pending_events (
    project_id uuid        NOT NULL,
    event_id   uuid        NOT NULL,
    contact_id uuid        NOT NULL,
    name       text        NOT NULL,
    -- {"kept": …, "once": …}.
    data       jsonb,
    -- The event's.
    created_at timestamptz NOT NULL,
    -- True when the search for waits is done; the row stays a little for waits that begin.
    seen       boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (project_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- The engine's search for new events, the oldest first.
CREATE INDEX execution_pending_events_new ON execution_pending_events (created_at) WHERE NOT seen;

-- The log of the steps an execution came to, one row each time. Written by the engine (workflows.engine.ExecutionWriteStore), read
-- by the execution's detail page.
CREATE TABLE execution_visits (
    project_id      uuid        NOT NULL,
    execution_id    uuid        NOT NULL,
    -- Counts from 1; unique, so that no step is taken twice.
    visit           integer     NOT NULL,
    step_id         uuid        NOT NULL,
    status          text        NOT NULL CHECK (status IN ('PENDING', 'SCHEDULED', 'WAITING', 'RUNNING', 'COMPLETED', 'SKIPPED',
                                    'FAILED')),
    -- Which way it left: a CONDITION's branch, EVENT or TIMEOUT of a wait.
    branch          text,
    output          jsonb,
    error           text,
    -- When a delay or a timeout is over.
    execute_after   timestamptz,
    resume_event_id uuid,
    started_at      timestamptz NOT NULL DEFAULT now(),
    completed_at    timestamptz,
    PRIMARY KEY (project_id, execution_id, visit)
) WITH (fillfactor = 80);

-- When a workflow with a schedule runs next. Written by the scheduling loop (workflows.schedule.ScheduleStore) from the trigger as
-- it was last edited, read by it and by lists of what is upcoming; deleted with the trigger.
CREATE TABLE workflow_schedules (
    project_id  uuid        NOT NULL,
    workflow_id uuid        NOT NULL,
    -- The trigger's, to the letter.
    config      text        NOT NULL,
    next_at     timestamptz NOT NULL,
    PRIMARY KEY (project_id, workflow_id),
    FOREIGN KEY (project_id, workflow_id) REFERENCES workflows ON DELETE CASCADE
);
-- The loop that starts runs that are due.
CREATE INDEX workflow_schedules_due ON workflow_schedules (next_at);

-- The runs of schedules: each goes through contacts and starts one execution for each. Written by the scheduling loop and by the
-- worker that claims a run (workflows.schedule.ScheduleRunStore). A row is the queue and the log at once.
CREATE TABLE workflow_runs (
    project_id      uuid        NOT NULL,
    id              uuid        NOT NULL,
    workflow_id     uuid        NOT NULL,
    version         integer     NOT NULL,
    -- By the schedule; it may have started later.
    fires_at        timestamptz NOT NULL,
    -- NULL: all contacts.
    segment_id      uuid,
    -- Contacts made later are not in the audience.
    started_at      timestamptz NOT NULL DEFAULT now(),
    ended_at        timestamptz,
    -- Why it ended before its audience did.
    exit_reason     text,
    -- Whether a segment's members are recorded in workflow_run_audience.
    audience_frozen boolean     NOT NULL DEFAULT false,
    -- The cursor over the audience, in the order of contacts' ids: the last contact, how many it has passed, how many it enrolled.
    last_contact    uuid,
    audience_passed bigint      NOT NULL DEFAULT 0,
    enrolled        bigint      NOT NULL DEFAULT 0,
    due_at          timestamptz NOT NULL DEFAULT now(),
    lease_until     timestamptz,
    -- Raised by every claim; a holder with an older one stops.
    fence           bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, workflow_id, fires_at),
    FOREIGN KEY (project_id, workflow_id) REFERENCES workflows ON DELETE CASCADE
);
-- The claim of the next run to work on.
CREATE INDEX workflow_runs_due ON workflow_runs (due_at) WHERE ended_at IS NULL;
-- The run of a workflow that is not over: the next one waits for its end.
CREATE UNIQUE INDEX workflow_runs_active ON workflow_runs (project_id, workflow_id) WHERE ended_at IS NULL;

-- The frozen audience of a run for a segment: its members when the run started. Written then; a row is deleted when the cursor
-- passes it (workflows.schedule.ScheduleRunStore).
CREATE TABLE workflow_run_audience (
    project_id uuid NOT NULL,
    run_id     uuid NOT NULL,
    contact_id uuid NOT NULL,
    PRIMARY KEY (project_id, run_id, contact_id),
    FOREIGN KEY (project_id, run_id) REFERENCES workflow_runs ON DELETE CASCADE
);

-- Changes of the counts of executions and visits that are not folded yet. Ingestion, the engine, schedules, cancellations and
-- deletions all change those rows, by statements of up to thousands each: so the triggers below count, once a statement, and no
-- writer can forget to. Each statement appends its changes; no two wait for a shared counter. Read together with workflow_counts and
-- folded into it by a loop (workflows.executions.ExecutionCountStore).
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

-- The folded counts, by the subjects and names of workflow_deltas. Written by the folding loop, read by workflow lists and step
-- statistics.
CREATE TABLE workflow_counts (
    project_id uuid   NOT NULL,
    subject    uuid   NOT NULL,
    name       text   NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (project_id, subject, name)
) WITH (fillfactor = 80);

-- Appends what a statement changed in executions to workflow_deltas: by workflow and status, and by the step it is at.
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

-- The names one visit counts for; a visit that is not over counts for nothing.
CREATE FUNCTION visit_counts(status text, branch text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE status WHEN 'COMPLETED' THEN 'passed' WHEN 'SKIPPED' THEN 'skipped' ELSE 'failed' END
     WHERE status IN ('COMPLETED', 'SKIPPED', 'FAILED')
    UNION ALL
    SELECT 'branch:' || branch WHERE branch IS NOT NULL AND status = 'COMPLETED'
$$;

-- Appends what a statement changed in execution_visits to workflow_deltas, by step.
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
