-- Calls of customers' webhooks: a queue of what is not ended, a log of every attempt, and what is known of where they go.

-- Unfinished calls only; a row goes when its call has ended.
CREATE TABLE webhook_calls (
    project_id   uuid        NOT NULL,
    id           uuid        NOT NULL,
    execution_id uuid        NOT NULL,
    visit        integer     NOT NULL,
    -- Where it goes, as far as the queue must know: 56 bits of scheme, host and port, 8 bits of the path. So a project has at
    -- most 256 lanes to one server, however its paths are made, and two paths hardly ever share one.
    lane         bigint      NOT NULL,
    -- Of the URL without its query: what a 410 is about.
    url_hash     bytea       NOT NULL,
    method       text        NOT NULL,
    -- Without user, query values and fragment; for a reader.
    url_masked   text        NOT NULL,
    -- URL, headers and body, encrypted; they may hold secrets and they leave with the row.
    sealed       bytea       NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    -- When it is given up.
    expires_at   timestamptz NOT NULL,
    -- When it may be claimed: at once, after a pause, when the lease of its holder ends.
    due_at       timestamptz NOT NULL DEFAULT now(),
    -- Raised by every claim; a write with an older one belongs to a holder that lost its lease.
    fence        bigint      NOT NULL DEFAULT 0,
    -- Begun, counted at the claim.
    attempts     integer     NOT NULL DEFAULT 0,
    -- Of the last attempt that had an answer.
    last_status  integer,
    last_error   text,
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX webhook_calls_due ON webhook_calls (project_id, lane, due_at);
CREATE INDEX webhook_calls_of_execution ON webhook_calls (project_id, execution_id);
CREATE INDEX webhook_calls_expiry ON webhook_calls (expires_at);

-- Lanes with consecutive failures; a success deletes the row.
CREATE TABLE webhook_lanes (
    project_id   uuid        NOT NULL,
    lane         bigint      NOT NULL,
    failures     integer     NOT NULL DEFAULT 0,
    -- How often in a row it was closed.
    closings     integer     NOT NULL DEFAULT 0,
    -- No call is made before; then one at a time, until one succeeds. NULL while calls are made as usual.
    closed_until timestamptz,
    updated_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, lane)
);

-- URLs that answered 410 Gone: no call is made before this time.
CREATE TABLE webhook_gone (
    project_id uuid        NOT NULL,
    url_hash   bytea       NOT NULL,
    until      timestamptz NOT NULL,
    PRIMARY KEY (project_id, url_hash)
);

-- Every attempt, also one that was refused before a connection was made.
CREATE TABLE webhook_attempts (
    project_id   uuid        NOT NULL,
    execution_id uuid        NOT NULL,
    visit        integer     NOT NULL,
    attempt      integer     NOT NULL,
    call_id      uuid        NOT NULL,
    method       text        NOT NULL,
    url_masked   text        NOT NULL,
    status       integer,
    error        text,
    took_ms      integer     NOT NULL,
    at           timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, execution_id, visit, attempt)
);
CREATE INDEX webhook_attempts_age ON webhook_attempts USING brin (at);

-- What calls are signed with, encrypted. The one before it signs too until it has ended.
CREATE TABLE webhook_secrets (
    project_id     uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    secret         bytea       NOT NULL,
    previous       bytea,
    previous_until timestamptz,
    rotated_at     timestamptz NOT NULL DEFAULT now()
);
