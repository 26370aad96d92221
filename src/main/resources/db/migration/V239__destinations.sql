-- The destinations that have a number of their own in the outbox, so that claims can leave out one that takes no mail now without
-- touching its rows. Number 0 stands for all others, each with little mail. A site gets a number when much mail waits for it or when
-- it was suspended once. Written and read by the send pipeline (delivery.destinations).
CREATE TABLE destinations (
    number     smallint    PRIMARY KEY CHECK (number > 0),
    -- The site as traffic shaping names it: a provider, or a set of MX hosts.
    site       text        NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- The recipient domains of destinations with a number, as their MX records last said. Written by the send pipeline; read when emails
-- are queued.
CREATE TABLE destination_domains (
    domain      text     PRIMARY KEY,
    destination smallint NOT NULL
);

-- destination: a number of destinations, 0 for none. egress_source: the source of the first attempt, which later ones keep, because a
-- greylist knows the sender by it; NULL before the first and for mail that goes through a relay.
ALTER TABLE outbox
    ADD COLUMN destination   smallint NOT NULL DEFAULT 0,
    ADD COLUMN egress_source text;

DROP INDEX outbox_due;
-- The claim of due emails of a project, lane and destination, in the order they are due.
CREATE INDEX outbox_due ON outbox (project_id, lane, destination, due_at);
