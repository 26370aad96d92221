-- Work that was given up because whoever did it died of it again and again. Its rows stay as they are needed to try it again.
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
CREATE INDEX dead_letters_newest ON dead_letters (project_id, died_at, id);
