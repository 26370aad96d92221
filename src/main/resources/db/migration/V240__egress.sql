-- The egress sources of all nodes: a local address and the name it greets with (EHLO). One node at a time sends from a source, so it
-- keeps its connections and its rate in memory: the one that holds the lease. Written by every node that has the source in its
-- settings (delivery.egress.EgressSourceStore).
CREATE TABLE egress_sources (
    name        text        PRIMARY KEY,
    ehlo        text        NOT NULL,
    pool        text        NOT NULL,
    holder      uuid,
    lease_until timestamptz,
    -- Raised when the holder changes.
    fence       bigint      NOT NULL DEFAULT 0
);

-- How mail leaves that does not go the usual way: direct or by the relay, and from which egress pool; by project, by sender domain
-- and by class of mail. The row that says most wins. Written by operators (PUT /delivery/choices), read by every sending node.
CREATE TABLE delivery_choices (
    project_id  uuid NOT NULL,
    -- The sender's domain; empty: all of the project.
    domain      text NOT NULL DEFAULT '',
    -- TRANSACTIONAL, MARKETING or HEADLESS; empty: all.
    email_class text NOT NULL DEFAULT '',
    -- direct or relay; NULL: as the settings say.
    mode        text CHECK (mode IN ('direct', 'relay')),
    -- NULL: the default pool.
    pool        text,
    PRIMARY KEY (project_id, domain, email_class)
);
