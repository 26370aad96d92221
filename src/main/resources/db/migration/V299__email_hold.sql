-- One row from a restore with --hold-emails to release-emails, otherwise none (backup.EmailHold). While it is there, executions of
-- workflows are not claimed, nor are notices of the platform queued to be sent: since the backup was made, what they lead to may
-- have been sent.
CREATE TABLE email_hold (
    only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    held_at  timestamptz NOT NULL DEFAULT now()
);

-- True when the execution was started by an event or a request of a caller while emails were on hold: it goes on all the same.
ALTER TABLE execution_timers ADD COLUMN exempt_from_hold boolean NOT NULL DEFAULT false;
