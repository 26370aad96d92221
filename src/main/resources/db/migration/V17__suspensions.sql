-- Why projects were closed, and what became of it.

CREATE TABLE suspensions (
    project_id  uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    id          uuid        NOT NULL,
    reason      text        NOT NULL,
    -- For a reader: the rates that were too high, or the invoice nobody paid.
    evidence    text        NOT NULL,
    began_at    timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    -- Why it ended.
    ended_by    text,
    -- What a member of the project says about it.
    appeal      text,
    appealed_by text,
    appealed_at timestamptz,
    PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX suspensions_open ON suspensions (project_id) WHERE ended_at IS NULL;

-- Projects something was heard of that harms their reputation; each transaction leaves a row of its own, and a job looks.
CREATE TABLE reputation_news (
    project_id uuid NOT NULL,
    id         uuid NOT NULL DEFAULT uuid_v7(),
    PRIMARY KEY (project_id, id)
);

-- When owners were last warned; a project that is well again has no row.
CREATE TABLE reputation_warnings (
    project_id uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    warned_at  timestamptz NOT NULL DEFAULT now()
);
