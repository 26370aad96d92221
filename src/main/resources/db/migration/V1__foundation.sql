-- The tables of the main job. project_id leads every primary, unique and foreign key of tenant tables, so that no row can
-- point across projects and the schema can be distributed by project. The hot tables (events, emails, outbox,
-- email_attempts) carry no foreign keys: they are written in one transaction and deleted by jobs.

-- One row: a node whose keys differ from those the data was written with is refused.
CREATE TABLE installation (
    only_row        boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    key_fingerprint bytea       NOT NULL,
    -- Raised by every rotation, revocation and disabling; each node reads it once a second and drops its cached keys.
    keys_version    bigint      NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
    id             uuid        PRIMARY KEY,
    email          text        NOT NULL UNIQUE,
    password_hash  text,
    email_verified boolean     NOT NULL DEFAULT false,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE projects (
    id                  uuid        PRIMARY KEY,
    name                text        NOT NULL,
    disabled            boolean     NOT NULL DEFAULT false,
    disabled_reason     text,
    tracking            text        NOT NULL DEFAULT 'ENABLED' CHECK (tracking IN ('ENABLED', 'DISABLED', 'MARKETING_ONLY')),
    language            text        NOT NULL DEFAULT 'en',
    -- Overrides of ratelimit.perminute and sending.persecond; 0 means no limit, NULL the setting.
    requests_per_minute integer,
    emails_per_second   integer,
    -- Raised with the keys; what a write was authorised with is checked against it again.
    keys_version        bigint      NOT NULL DEFAULT 1,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE memberships (
    project_id uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    user_id    uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    role       text        NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, user_id)
);
CREATE INDEX memberships_of_user ON memberships (user_id);

CREATE TABLE api_keys (
    project_id uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    id         uuid        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('PUBLIC', 'SECRET')),
    -- SHA-256 of the key: it has 256 random bits, so a fast hash is the right one.
    hash       bytea       NOT NULL UNIQUE,
    -- The key itself, encrypted with a key outside the database, for display.
    encrypted  bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);

CREATE TABLE domains (
    project_id  uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    id          uuid        NOT NULL,
    -- A-labels, lower case.
    domain      text        NOT NULL,
    verified    boolean     NOT NULL DEFAULT false,
    selector    text        NOT NULL,
    -- PKCS#8, encrypted with a key outside the database, and SubjectPublicKeyInfo.
    private_key bytea       NOT NULL,
    public_key  bytea       NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, domain)
);
-- Whether a refused sender domain is unknown to us or belongs to somebody else.
CREATE INDEX domains_by_name ON domains (domain);

-- The answer to a POST, kept with the work it answers and in the same transaction.
CREATE TABLE idempotency_keys (
    -- The project, or the user for calls with a cookie that name no project.
    scope_id   uuid        NOT NULL,
    key        text        NOT NULL,
    -- SHA-256 of method, path and body.
    request    bytea       NOT NULL,
    status     smallint    NOT NULL,
    -- The JSON answer, deflated.
    answer     bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (scope_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING brin (created_at);

-- No index on data or updated_at and room in every page: an update stays on its page and touches no index.
CREATE TABLE contacts (
    project_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    -- Trimmed, lower case, the domain in A-labels.
    email      text        NOT NULL,
    subscribed boolean     NOT NULL,
    data       jsonb       NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id),
    CONSTRAINT contacts_email UNIQUE (project_id, email)
) WITH (fillfactor = 80);

-- The sticky type of each top-level custom field: the first non-null value wins.
CREATE TABLE fields (
    project_id uuid        NOT NULL,
    name       text        NOT NULL,
    type       text        NOT NULL CHECK (type IN ('string', 'number', 'boolean', 'date')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, name)
);

-- Partitions are made three months ahead by the server; rows outside them land in the default one.
CREATE TABLE events (
    project_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    contact_id uuid        NOT NULL,
    name       text        NOT NULL,
    data       jsonb,
    email_id   uuid,
    -- How many triggers of ours led here; a chain is cut at its limit.
    depth      smallint    NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (project_id, id)
) PARTITION BY RANGE (id);
CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE INDEX events_of_contact ON events (project_id, contact_id, id);
CREATE INDEX events_by_name ON events (project_id, name, id);
CREATE INDEX events_of_email ON events (project_id, email_id) WHERE email_id IS NOT NULL;

CREATE TABLE templates (
    project_id  uuid        NOT NULL,
    id          uuid        NOT NULL,
    name        text        NOT NULL,
    description text,
    subject     text        NOT NULL,
    body        text        NOT NULL,
    from_email  text,
    from_name   text,
    reply_to    text,
    type        text        NOT NULL CHECK (type IN ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
    created_at  timestamptz NOT NULL DEFAULT now(),
    updated_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);

-- What an email says, once per call, template version or campaign start. Never changed.
CREATE TABLE contents (
    project_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    subject    text        NOT NULL,
    body       text        NOT NULL,
    from_email text        NOT NULL,
    from_name  text,
    reply_to   text,
    -- An array of {name, value}, in the caller's order.
    headers    jsonb       NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);
-- HTML does not shrink enough to pay for pglz, which halves the rate of inline sends; lz4 costs a fifth of its time. The
-- embedded server is built without lz4 and stores bodies as they are, at about twice the space.
DO $$
BEGIN
    ALTER TABLE contents ALTER COLUMN body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    ALTER TABLE contents ALTER COLUMN body SET STORAGE EXTERNAL;
END $$;

CREATE TABLE attachments (
    project_id   uuid     NOT NULL,
    content_id   uuid     NOT NULL,
    position     smallint NOT NULL,
    filename     text     NOT NULL,
    content_type text     NOT NULL,
    disposition  text     NOT NULL CHECK (disposition IN ('attachment', 'inline')),
    -- The part's Content-ID without its brackets.
    cid          text,
    bytes        bytea    NOT NULL,
    PRIMARY KEY (project_id, content_id, position)
);
-- Images and archives are compressed already.
ALTER TABLE attachments ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The log of every email: written at acceptance, at the end, and by reports.
CREATE TABLE emails (
    project_id   uuid        NOT NULL,
    id           uuid        NOT NULL,
    contact_id   uuid        NOT NULL,
    content_id   uuid        NOT NULL,
    template_id  uuid,
    campaign_id  uuid,
    execution_id uuid,
    source       text        NOT NULL CHECK (source IN ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND')),
    -- Decides footer, List-Unsubscribe and subscription, whatever road the email goes.
    class        text        NOT NULL CHECK (class IN ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
    to_email     text        NOT NULL,
    to_name      text,
    -- What the placeholders stand for, so that every attempt renders the same bytes; {"kept": …, "once": …}. The
    -- non-persistent values, under "once", are removed when the email ends.
    variables    jsonb       NOT NULL DEFAULT '{}',
    tracking     boolean,
    request_id   text,
    status       text        NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED',
                                 'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED', 'RECEIVED')),
    -- Why it ended as it did, for a reader.
    error        text,
    -- The reply to the final dot.
    reply        text,
    -- Fixed at the first attempt (RFC 5322 §3.6.1), equal in every copy.
    dated_at     timestamptz,
    opens        integer     NOT NULL DEFAULT 0,
    clicks       integer     NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL DEFAULT now(),
    updated_at   timestamptz NOT NULL DEFAULT now(),
    sent_at      timestamptz,
    delivered_at timestamptz,
    opened_at    timestamptz,
    clicked_at   timestamptz,
    bounced_at   timestamptz,
    complained_at timestamptz,
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 80);
CREATE INDEX emails_of_contact ON emails (project_id, contact_id, id);
CREATE INDEX emails_to ON emails (project_id, to_email, id);
-- For those that bounced, failed or were suppressed. It names error and not status, because status changes with every email
-- and an update of an indexed column has to write all indexes.
CREATE INDEX emails_with_error ON emails (project_id, id) WHERE error IS NOT NULL;
CREATE UNIQUE INDEX emails_of_campaign ON emails (project_id, campaign_id, contact_id) WHERE campaign_id IS NOT NULL;

-- Unfinished email only; a row is deleted when its email ends.
CREATE TABLE outbox (
    project_id  uuid        NOT NULL,
    email_id    uuid        NOT NULL,
    -- 0 transactional, 1 workflow, 2 campaign.
    lane        smallint    NOT NULL,
    -- When it may be claimed: at once, at its next try, or when the lease of its holder ends.
    due_at      timestamptz NOT NULL DEFAULT now(),
    -- NULL while nobody holds it.
    lease_until timestamptz,
    -- True from just before MAIL FROM: an expired lease then leaves the email in doubt.
    sending     boolean     NOT NULL DEFAULT false,
    -- Raised by every claim; a write with an older one belongs to a holder that lost its lease.
    fence       bigint      NOT NULL DEFAULT 0,
    claims      integer     NOT NULL DEFAULT 0,
    attempts    integer     NOT NULL DEFAULT 0,
    crashes     integer     NOT NULL DEFAULT 0,
    -- Fixed at the first attempt, here, so that the row of the log is written only when the email ends.
    dated_at    timestamptz,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, email_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX outbox_due ON outbox (project_id, lane, due_at);

-- The turn and the throttle of each lane that ever carried mail. Written by claims only, never by ingestion.
CREATE TABLE lanes (
    project_id   uuid        NOT NULL,
    lane         smallint    NOT NULL,
    next_turn_at timestamptz NOT NULL DEFAULT now(),
    tokens       double precision NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, lane)
);

-- Every attempt that was not a first success.
CREATE TABLE email_attempts (
    project_id uuid        NOT NULL,
    email_id   uuid        NOT NULL,
    fence      bigint      NOT NULL,
    attempt    integer     NOT NULL,
    outcome    text        NOT NULL CHECK (outcome IN ('SENT', 'DEFERRED', 'BOUNCED', 'FAILED', 'UNCLEAR', 'IN_DOUBT')),
    -- CONNECT, MAIL, RCPT, DATA, DOT, RENDER or UNKNOWN.
    stage      text        NOT NULL,
    -- RFC 5321 reply code and RFC 3463 enhanced code, when there was a reply.
    code       smallint,
    enhanced   text,
    reply      text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, email_id, fence)
);

-- Addresses that must not be mailed, with the evidence.
CREATE TABLE suppressions (
    project_id uuid        NOT NULL,
    email      text        NOT NULL,
    reason     text        NOT NULL CHECK (reason IN ('BOUNCE', 'COMPLAINT', 'MANUAL')),
    evidence   text,
    email_id   uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, email)
);
