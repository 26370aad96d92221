-- Opens and clicks as they came, before anything is made of them. A row is kept, with what became of it, until retention takes
-- it.
CREATE TABLE hits (
    project_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    email_id   uuid        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('OPEN', 'CLICK')),
    -- Where a click led.
    link       text,
    -- Whether a person was behind it; what a machine did is counted nowhere.
    class      text        NOT NULL CHECK (class IN ('HUMAN', 'PREFETCH', 'SCANNER')),
    user_agent text,
    counted    boolean     NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 90);
CREATE INDEX hits_to_count ON hits (id) WHERE NOT counted;
CREATE INDEX hits_of_email ON hits (project_id, email_id, id);
CREATE INDEX hits_by_age ON hits USING brin (created_at);
