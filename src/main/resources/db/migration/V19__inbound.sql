-- What others report about mail we sent, and what they hand us.

-- No tenant table: whose mail a report is about is known only once it is read. A row is the truth as soon as it is committed; its
-- effects come later, set-wise, and once.
CREATE TABLE provider_reports (
    -- Grows with time: the order they came in.
    id          uuid        PRIMARY KEY,
    -- Who tells: sns, smtp, mailbox.
    provider    text        NOT NULL,
    -- The provider's name for the report, or a digest of it.
    event_id    text        NOT NULL,
    -- What the provider calls it.
    kind        text        NOT NULL,
    raw         bytea       NOT NULL,
    bytes       integer     NOT NULL,
    -- NEW, or PARKED until the mail it is about is known; then DONE, IGNORED (there is nothing in it for us), UNMATCHED (no mail
    -- of ours, for as long as we wait) or FAILED (cannot be read, or PostgreSQL refuses what is in it).
    state       text        NOT NULL DEFAULT 'NEW'
                            CHECK (state IN ('NEW', 'PARKED', 'DONE', 'IGNORED', 'UNMATCHED', 'FAILED')),
    -- When it is looked at next; NULL once it has ended.
    due_at      timestamptz DEFAULT now() CHECK ((due_at IS NOT NULL) = (state IN ('NEW', 'PARKED'))),
    -- How often it has been looked at.
    tries       integer     NOT NULL DEFAULT 0,
    -- What became of it, for an operator.
    note        text,
    received_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (provider, event_id)
) WITH (fillfactor = 80);
CREATE INDEX provider_reports_due ON provider_reports (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX provider_reports_by_age ON provider_reports USING brin (received_at);

-- What a relay calls a mail, where its reply to the final dot says so in a way we know.
CREATE TABLE provider_mail (
    provider_id text        NOT NULL,
    project_id  uuid        NOT NULL,
    email_id    uuid        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, provider_id)
);
CREATE INDEX provider_mail_by_id ON provider_mail (provider_id);
CREATE INDEX provider_mail_by_age ON provider_mail USING brin (created_at);

ALTER TABLE emails
    -- When it last came back for a reason that may pass.
    ADD COLUMN soft_bounced_at timestamptz,
    -- Whether the one open that is counted was concluded from a click; the first true one takes its place.
    ADD COLUMN open_implied boolean NOT NULL DEFAULT false;

-- A return path names a project by the last six digits of its id only: a local part has room for 64 octets (RFC 5321 4.5.3.1.1).
CREATE INDEX projects_by_tail ON projects (right(id::text, 6));
