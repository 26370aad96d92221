-- Sessions with mail hosts for the TLS reports to their domains (RFC 8460). Every node adds its counts once a minute
-- (delivery.tls.report.TlsSessionStore); read once, when the report of the day is made, and deleted a week later.
CREATE TABLE tls_session_counts (
    -- In UTC.
    day         date   NOT NULL,
    -- The policy domain, which gets the report.
    domain      text   NOT NULL,
    policy_type text   NOT NULL CHECK (policy_type IN ('tlsa', 'sts', 'no-policy-found')),
    -- The mail host.
    host        text   NOT NULL,
    -- A delivery.tls.TlsResult.
    result      text   NOT NULL,
    -- Our address and the host's; empty when unknown, and for sessions that succeeded.
    source      text   NOT NULL,
    address     text   NOT NULL,
    sessions    bigint NOT NULL,
    -- {lines, mxHosts}: the text of the policy as it was applied last.
    policy      jsonb  NOT NULL,
    PRIMARY KEY (day, domain, policy_type, host, result, source, address)
) WITH (fillfactor = 80);

-- The reports that we owe, one for each day and domain with sessions. Made shortly after midnight (UTC) by whichever node comes first,
-- and sent by the node that holds the lease; deleted after 30 days.
CREATE TABLE tls_reports (
    day          date        NOT NULL,
    domain       text        NOT NULL,
    -- WAITING; SENT; UNWANTED: the domain asks for none; FAILED: not sent within a day.
    state        text        NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'UNWANTED', 'FAILED')),
    created_at   timestamptz NOT NULL DEFAULT now(),
    due_at       timestamptz NOT NULL,
    lease_until  timestamptz NOT NULL DEFAULT '-infinity',
    fence        bigint      NOT NULL DEFAULT 0,
    attempts     integer     NOT NULL DEFAULT 0,
    -- The destinations that have got it, as the domain's record names them.
    sent_to      text[]      NOT NULL DEFAULT '{}',
    -- The last failure.
    failure      text,
    ended_at     timestamptz,
    PRIMARY KEY (day, domain)
) WITH (fillfactor = 80);

-- For the reports that are due.
CREATE INDEX tls_reports_due ON tls_reports (due_at) WHERE state = 'WAITING';
