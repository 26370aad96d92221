-- Opens and clicks of emails as they came. Written by the tracking pixel and links, evaluated by a loop that writes the effects on
-- emails and events (tracking.HitStore); a row is kept, with the result, until retention deletes it.
CREATE TABLE hits (
    project_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    email_id   uuid        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('OPEN', 'CLICK')),
    -- The target of a click.
    link       text,
    -- What made the request: a person, a mail client that prefetches, a scanner. Only those of persons are counted.
    origin     text        NOT NULL CHECK (origin IN ('HUMAN', 'PREFETCH', 'SCANNER')),
    user_agent text,
    counted    boolean     NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Further ones of the same email by the same client within a minute of this: they are counted, and make no event.
    repeats    integer,
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 90);
-- The loop that evaluates new rows, the oldest first.
CREATE INDEX hits_to_count ON hits (id) WHERE NOT counted;
-- The opens and clicks of one email, for an operator who looks into a case; no statement of the server reads them by email.
CREATE INDEX hits_of_email ON hits (project_id, email_id, id);
-- The loop that deletes old rows.
CREATE INDEX hits_by_age ON hits USING brin (created_at);
