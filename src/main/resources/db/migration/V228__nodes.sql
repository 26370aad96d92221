-- The nodes of this installation, as each of them last said of itself. Written by every node some times a minute
-- (system.NodeStore), deleted by a node that stops and an hour after one was last seen; read by the system page. Nothing depends on
-- it: leases decide who works, and the cluster knows who is a member.
CREATE TABLE nodes (
    -- New at every start.
    id           uuid        PRIMARY KEY,
    host         text        NOT NULL,
    version      text        NOT NULL,
    roles        text[]      NOT NULL,
    started_at   timestamptz NOT NULL,
    seen_at      timestamptz NOT NULL DEFAULT now(),
    processors   integer     NOT NULL,
    -- The share of the processors that the process uses, from 0 to 1; negative: not known.
    cpu          real        NOT NULL,
    memory_used  bigint      NOT NULL,
    memory_max   bigint      NOT NULL,
    -- Of the disk that has the data directory, in bytes.
    disk_free    bigint      NOT NULL,
    disk_total   bigint      NOT NULL,
    -- The mail server as the node sees it: since when it accepts nothing (NULL while it does), and its last failure with the time
    -- that began (NULL: none since the start).
    mail_away    timestamptz,
    mail_failed  timestamptz,
    mail_failure text,
    -- Whether the send journal can be written.
    journal      boolean     NOT NULL,
    -- The newest warnings of its log: [{at, level, source, message, count}].
    warnings     jsonb       NOT NULL DEFAULT '[]'
) WITH (fillfactor = 50);
