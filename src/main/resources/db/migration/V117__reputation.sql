-- The evaluation of projects by their bounces and complaints.

-- Projects whose reputation is to be evaluated. Each transaction that records a bounce or a complaint inserts a row of its own; a
-- loop evaluates the projects and deletes the rows (reputation.ReputationStore).
CREATE TABLE reputation_pending (
    project_id uuid NOT NULL,
    id         uuid NOT NULL DEFAULT uuid_v7(),
    PRIMARY KEY (project_id, id)
);

-- When the owners of a project were last warned. Written and read by the evaluation; deleted when the project's rates are well again.
CREATE TABLE reputation_warnings (
    project_id uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    warned_at  timestamptz NOT NULL DEFAULT now()
);
