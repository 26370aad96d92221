-- Background work that survives its node: imports, exports and bulk actions; and dead letters of all queues.

-- The queue and the log of jobs at once. Written by the API that starts a job (jobs.JobStore) and by its worker
-- (jobs.JobQueueStore); read by the job's status page. A row that has ended is kept for its reader until retention deletes it.
CREATE TABLE jobs (
    project_id        uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    -- Random, so that nobody can guess another's.
    id                uuid        NOT NULL,
    kind              text        NOT NULL,
    state             text        NOT NULL DEFAULT 'waiting'
                                  CHECK (state IN ('waiting', 'active', 'delayed', 'completed', 'failed')),
    -- What is to be done, in the form of the kind; removed when the job has ended.
    input             jsonb       NOT NULL DEFAULT '{}',
    -- How far it has come, written in the transaction of the chunk it is about.
    checkpoint        jsonb       NOT NULL DEFAULT '{}',
    counters          jsonb       NOT NULL DEFAULT '{}',
    -- An array that only grows; the kind sets its bound.
    errors            jsonb       NOT NULL DEFAULT '[]',
    progress          smallint    NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    -- Why it failed or waits, for a reader.
    error             text,
    -- Both since the last chunk that was committed.
    attempts          integer     NOT NULL DEFAULT 0,
    lost_leases       integer     NOT NULL DEFAULT 0,
    -- When it may be claimed: at once, at its next try, or when the lease of its holder ends; NULL when it has ended.
    due_at            timestamptz DEFAULT now(),
    lease_until       timestamptz,
    fence             bigint      NOT NULL DEFAULT 0,
    created_at        timestamptz NOT NULL DEFAULT now(),
    updated_at        timestamptz NOT NULL DEFAULT now(),
    ended_at          timestamptz,
    -- True while a job whose node crashed several times is worked on with no other job beside it, and how many leases were lost
    -- meanwhile: only those count against it.
    alone             boolean     NOT NULL DEFAULT false,
    alone_lost_leases integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 70);
-- The claim of a project's next job.
CREATE INDEX jobs_unfinished ON jobs (project_id, created_at) WHERE due_at IS NOT NULL;
-- The loop that deletes old jobs.
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
-- The rule that the jobs of a project run one after the other, in the order they came, on whatever node.
CREATE UNIQUE INDEX jobs_one_at_a_time ON jobs (project_id) WHERE state = 'active';

-- When a job of each project was last claimed: the project that has waited longest comes first. Written and read by claims.
CREATE TABLE job_fairness (
    project_id uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    served_at  timestamptz NOT NULL
);

-- The files that jobs work on. Written with the job, read by its worker, deleted when the job ends.
CREATE TABLE job_files (
    project_id uuid  NOT NULL,
    job_id     uuid  NOT NULL,
    bytes      bytea NOT NULL,
    PRIMARY KEY (project_id, job_id),
    FOREIGN KEY (project_id, job_id) REFERENCES jobs ON DELETE CASCADE
);
ALTER TABLE job_files ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Dead letters: work whose node crashed with it again and again. Written by the queues of emails, jobs and executions, read and
-- deleted by the dead-letter API, which can queue them again (jobs.DeadLetterStore).
CREATE TABLE dead_letters (
    project_id uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    kind       text        NOT NULL CHECK (kind IN ('EMAIL', 'JOB', 'EXECUTION')),
    id         uuid        NOT NULL,
    reason     text        NOT NULL,
    -- What the kind needs to queue it again.
    payload    jsonb       NOT NULL DEFAULT '{}',
    died_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, kind, id)
);
-- A project's list of dead letters, the newest first.
CREATE INDEX dead_letters_newest ON dead_letters (project_id, died_at, id);
