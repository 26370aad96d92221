-- The sentence the last attempt ended with, while the email waits.
ALTER TABLE outbox ADD COLUMN last_reply text;
-- A permanent refusal that is not yet the end of the email: pattern, stage, code, enhanced, text, outcome, status, reason, dead.
-- It is concluded when due_at comes, unless many recipients of different domains have got the same one meanwhile.
ALTER TABLE outbox ADD COLUMN refusal jsonb;
CREATE INDEX outbox_refused ON outbox (project_id) WHERE refusal IS NOT NULL;

-- Projects whose mail is paused because many recipients of different domains got the same refusal. One row a project; it is
-- open while closed_at is NULL.
CREATE TABLE refusal_breakers (
    project_id uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    -- The refusal without digits and addresses, and as the mail server worded it once.
    pattern    text        NOT NULL,
    reply      text        NOT NULL,
    opened_at  timestamptz NOT NULL DEFAULT now(),
    -- When one email is risked next, and how many have been.
    probe_at   timestamptz NOT NULL,
    probes     integer     NOT NULL DEFAULT 0,
    closed_at  timestamptz,
    -- When the owners were last written to about it.
    told_at    timestamptz
);
