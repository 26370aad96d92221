-- TLS reports of others about mail to a domain of ours (RFC 8460), from the mails to the operator's address for them. Written by
-- delivery.tls.report.ReceivedTlsReportStore, read by GET /tls-reports, deleted after 400 days.
CREATE TABLE received_tls_reports (
    id           uuid        PRIMARY KEY,
    received_at  timestamptz NOT NULL,
    -- The return path of the mail, and the result of the check of its author (mailauth.AuthResult).
    sender       text        NOT NULL,
    dmarc        text        NOT NULL,
    -- As the report says; whoever sends it may write anything.
    organization text        NOT NULL,
    report_id    text        NOT NULL,
    contact      text,
    domain       text        NOT NULL,
    begins_at    timestamptz,
    ends_at      timestamptz,
    successes    bigint      NOT NULL,
    failures     bigint      NOT NULL,
    report       jsonb       NOT NULL,
    UNIQUE (organization, report_id)
);

-- For the newest ones.
CREATE INDEX received_tls_reports_newest ON received_tls_reports (received_at DESC);
