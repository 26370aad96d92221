-- The newest backup that was made, and the newest attempt that made none: at most two rows. Written by the command backup
-- (backup.BackupRecorder), read by the system page and the metrics (system.BackupOutcomeStore).
CREATE TABLE backup_outcomes (
    succeeded  boolean     PRIMARY KEY,
    -- The moment its rows are of; of a failed one, the moment it began.
    taken_at   timestamptz NOT NULL,
    ended_at   timestamptz NOT NULL DEFAULT now(),
    file       text        NOT NULL,
    -- The name of the machine the command ran on.
    host       text        NOT NULL,
    -- NULL when it failed, like row_count and has_images.
    bytes      bigint,
    row_count  bigint,
    has_images boolean,
    -- Why it failed.
    problem    text
);
