-- Workflows: what an editor sees, what runs, who is in it, and when each of them is due.

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
    -- What new executions run; NULL until it is enabled for the first time. While it is enabled, every edit that leaves a
    -- sound graph makes the next one; an unsound draft waits for the edit that mends it.
    live_version   integer,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);

-- The draft: what an editor sees and changes.
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
CREATE UNIQUE INDEX workflow_steps_one_trigger ON workflow_steps (project_id, workflow_id) WHERE type = 'TRIGGER';
CREATE INDEX workflow_steps_of_template ON workflow_steps (project_id, template_id) WHERE template_id IS NOT NULL;

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
CREATE INDEX workflow_transitions_to ON workflow_transitions (project_id, to_step_id);
CREATE INDEX workflow_transitions_of ON workflow_transitions (project_id, workflow_id);

-- What runs. Never changed: an execution stays on the version it started with.
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

-- What events do, looked up by every transaction that appends some. START: the event makes executions of the version, which
-- is the live one of an enabled workflow. WAIT: some step of some version that may still run waits for it.
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

-- The log of everybody who ever was in a workflow. No foreign keys: it is written by ingestion.
CREATE TABLE executions (
    project_id      uuid        NOT NULL,
    -- For an event's: made of the event's and the workflow's id, so that one event never starts a workflow twice.
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
    -- {"kept": …, "once": …}: the event's data or the context of a start by hand; once goes when the execution ends.
    context         jsonb,
    source_event_id uuid,
    -- How many triggers of ours led here.
    depth           smallint    NOT NULL DEFAULT 0,
    visits          integer     NOT NULL DEFAULT 0,
    -- Whether it keeps its contact from entering again: while it is active, and for ever without re-entry.
    bars_reentry    boolean     NOT NULL DEFAULT true,
    started_at      timestamptz NOT NULL DEFAULT now(),
    completed_at    timestamptz,
    updated_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 80);
-- The re-entry rules, whatever runs at the same time.
CREATE UNIQUE INDEX executions_entry ON executions (project_id, workflow_id, contact_id) WHERE bars_reentry;
-- Lists of one status are as quick as lists of all, which are merged of six.
CREATE INDEX executions_of_workflow ON executions (project_id, workflow_id, status, id);
CREATE INDEX executions_of_contact ON executions (project_id, contact_id, id);

-- Of an event's and a workflow's id, keeping the time in the event's (UUIDv7): one event starts a workflow once.
CREATE FUNCTION execution_of(event uuid, workflow uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (left(event::text, 15) || left(hash, 3) || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid
      FROM md5(event::text || workflow::text) AS hash
$$;

-- Active executions only: what is to happen next and when. A row goes when its execution ends, so a million that wait cost an
-- idle node nothing.
CREATE TABLE execution_timers (
    project_id   uuid        NOT NULL,
    execution_id uuid        NOT NULL,
    workflow_id  uuid        NOT NULL,
    contact_id   uuid        NOT NULL,
    -- When it may be claimed: at once, at the end of a delay, at a timeout; infinity for a wait without a timeout. A claim leaves
    -- it as it is, so that it moves no index: the few rows that are held are passed over by lease_until.
    due_at       timestamptz NOT NULL DEFAULT now(),
    -- NULL while nobody holds it.
    lease_until  timestamptz,
    -- Raised by every claim and by every change from outside; a write with an older one belongs to a holder that lost its lease.
    fence        bigint      NOT NULL DEFAULT 0,
    -- Leases that ended while it was held.
    crashes      integer     NOT NULL DEFAULT 0,
    -- The event it waits for, since when, under which conditions, and until when (NULL: for ever); NULL when it waits for none.
    awaits       text,
    awaits_since timestamptz,
    awaits_if    json,
    awaits_until timestamptz,
    -- What ended the rest, when it was not its time: {event: {id, at, data}} or {call: {...}}.
    wake         json,
    PRIMARY KEY (project_id, execution_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX execution_timers_due ON execution_timers (project_id, due_at);
-- Those that are carried on alone (Engine.SUSPECT): without it each claim would look for them among all that is due.
CREATE INDEX execution_timers_suspect ON execution_timers (project_id, due_at) WHERE crashes >= 3;
CREATE INDEX execution_timers_of_contact ON execution_timers (project_id, contact_id);
CREATE INDEX execution_timers_of_workflow ON execution_timers (project_id, workflow_id);

-- Events somebody may wait for, until the waits they end are looked for. Written by the transaction that appends the event,
-- which so needs no lock on anybody's execution. A wait that is being entered at the same moment is not seen by that look; it
-- looks into the log of events itself once it is committed. Arrivals with values that are in no log stay for that look.
CREATE TABLE execution_arrivals (
    project_id uuid        NOT NULL,
    event_id   uuid        NOT NULL,
    contact_id uuid        NOT NULL,
    name       text        NOT NULL,
    -- {"kept": …, "once": …}.
    data       jsonb,
    -- The event's.
    created_at timestamptz NOT NULL,
    seen       boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (project_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX execution_arrivals_new ON execution_arrivals (created_at) WHERE NOT seen;

-- What an execution did, one row each time it came to a step.
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
