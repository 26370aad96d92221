-- Raised by every edit, so that an editor can tell that somebody else has saved meanwhile.
ALTER TABLE templates ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE campaigns ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE segments ADD COLUMN version integer NOT NULL DEFAULT 1;
-- Beside live_version, which executions run.
ALTER TABLE workflows ADD COLUMN draft_version integer NOT NULL DEFAULT 1;
