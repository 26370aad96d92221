-- Background work that survives its node: imports and bulk actions. A row is the queue and the log at once; one that has
-- ended is kept for its reader until retention takes it.
CREATE TABLE jobs (
    project_id  uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    -- Random, so that nobody can guess another's.
    id          uuid        NOT NULL,
    kind        text        NOT NULL,
    state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'delayed', 'completed', 'failed')),
    -- What is to be done, in the kind's own words; gone when the job has ended.
    input       jsonb       NOT NULL DEFAULT '{}',
    -- How far it has come, written in the transaction of the chunk it tells of.
    checkpoint  jsonb       NOT NULL DEFAULT '{}',
    counters    jsonb       NOT NULL DEFAULT '{}',
    -- An array that only grows; the kind sets its bound.
    errors      jsonb       NOT NULL DEFAULT '[]',
    progress    smallint    NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    -- Why it failed or waits, for a reader.
    error       text,
    -- Both since the last chunk that was committed.
    attempts    integer     NOT NULL DEFAULT 0,
    crashes     integer     NOT NULL DEFAULT 0,
    -- When it may be claimed: at once, at its next try, or when the lease of its holder ends; NULL when it has ended.
    due_at      timestamptz DEFAULT now(),
    lease_until timestamptz,
    -- Raised by every claim; a write with an older one belongs to a holder that lost its lease.
    fence       bigint      NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 70);
CREATE INDEX jobs_unfinished ON jobs (project_id, created_at) WHERE due_at IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
-- The jobs of a project run one after the other, in the order they came, on whatever node.
CREATE UNIQUE INDEX jobs_one_at_a_time ON jobs (project_id) WHERE state = 'active';

-- When a job of the project was last claimed: the longest not served comes first.
CREATE TABLE job_turns (
    project_id uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    served_at  timestamptz NOT NULL
);

-- The file a job works on; deleted when the job ends.
CREATE TABLE job_files (
    project_id uuid  NOT NULL,
    job_id     uuid  NOT NULL,
    bytes      bytea NOT NULL,
    PRIMARY KEY (project_id, job_id),
    FOREIGN KEY (project_id, job_id) REFERENCES jobs ON DELETE CASCADE
);
ALTER TABLE job_files ALTER COLUMN bytes SET STORAGE EXTERNAL;
