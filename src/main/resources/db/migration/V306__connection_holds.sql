-- The failures to connect from an egress source to a site that hold some of its emails and not the others (delivery.egress): of a domain
-- whose policy for encryption its hosts do not meet, and of an address of a site that many domains share. The node that sends from the
-- source writes its changes every ten seconds, and the next one that sends from it continues with them. A row is deleted when a
-- connection passes, and six hours after its latest failure.
CREATE TABLE connection_holds (
    source     text        NOT NULL,
    site       text        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('domain', 'address')),
    subject    text        NOT NULL,
    -- The lease of the source under which the row was written: a node that lost it changes nothing.
    fence      bigint      NOT NULL,
    sentence   text        NOT NULL,
    failed_at  timestamptz NOT NULL,
    held_until timestamptz NOT NULL,
    -- Failures in a row; the next one holds for twice the time.
    times      integer     NOT NULL,
    PRIMARY KEY (source, site, kind, subject)
) WITH (fillfactor = 70);

-- Deletes the rows of failures that are six hours old.
CREATE INDEX connection_holds_failed_at ON connection_holds (failed_at);
