-- Calls of customers' webhooks: the queue, the log of attempts, and the state of the endpoints.

-- The queue of unfinished calls; a row is deleted when its call has ended. Written by the engine when an execution comes to a WEBHOOK
-- step (webhooks.CallStore) and by the workers that make the calls (webhooks.CallClaimStore, webhooks.CallResultStore).
CREATE TABLE webhook_calls (
    project_id        uuid        NOT NULL,
    id                uuid        NOT NULL,
    execution_id      uuid        NOT NULL,
    visit             integer     NOT NULL,
    -- The endpoint as far as the queue must know it: 56 bits of scheme, host and port, 8 bits of the path. So a project has at
    -- most 256 endpoints at one server, however its paths are made, and two paths hardly ever share one.
    endpoint          bigint      NOT NULL,
    -- Of the URL without its query: what a 410 is about.
    url_hash          bytea       NOT NULL,
    method            text        NOT NULL,
    -- Without user, query values and fragment; for a reader.
    url_masked        text        NOT NULL,
    -- URL, headers and body, encrypted; they may hold secrets and are deleted with the row.
    request_encrypted bytea       NOT NULL,
    created_at        timestamptz NOT NULL DEFAULT now(),
    -- When it ends without success.
    expires_at        timestamptz NOT NULL,
    -- When it may be claimed: at once, after a pause, when the lease of its holder ends.
    due_at            timestamptz NOT NULL DEFAULT now(),
    fence             bigint      NOT NULL DEFAULT 0,
    -- Begun, counted at the claim.
    attempts          integer     NOT NULL DEFAULT 0,
    -- Of the last attempt that had an answer.
    last_status       integer,
    last_error        text,
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- The claim of due calls of an endpoint, in the order they are due; the steps from one endpoint with calls to the next.
CREATE INDEX webhook_calls_due ON webhook_calls (project_id, endpoint, due_at);
-- The deletion of the calls of cancelled executions.
CREATE INDEX webhook_calls_of_execution ON webhook_calls (project_id, execution_id);
-- The loop that ends expired calls.
CREATE INDEX webhook_calls_expiry ON webhook_calls (expires_at);

-- Circuit breakers of endpoints with failures in a row; a success deletes the row. Written by results (webhooks.CircuitStore), read
-- by claims.
CREATE TABLE webhook_circuits (
    project_id uuid        NOT NULL,
    endpoint   bigint      NOT NULL,
    failures   integer     NOT NULL DEFAULT 0,
    -- How often in a row the circuit was opened.
    open_count integer     NOT NULL DEFAULT 0,
    -- No call is made before; then one at a time as a probe, until one succeeds. NULL while the circuit is closed.
    open_until timestamptz,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, endpoint)
);

-- URLs that answered 410 Gone: no call is made before this time. Written by results, read by claims.
CREATE TABLE webhook_gone_urls (
    project_id uuid        NOT NULL,
    url_hash   bytea       NOT NULL,
    until      timestamptz NOT NULL,
    PRIMARY KEY (project_id, url_hash)
);

-- The log of every attempt, also of one that was refused before a connection was made. Written by results (webhooks.CallResultStore),
-- read by the execution's detail page.
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
-- The loop that deletes old attempts.
CREATE INDEX webhook_attempts_age ON webhook_attempts USING brin (at);

-- The secrets that calls of a project are signed with, encrypted; the previous one signs too until it has ended. Written by the
-- project settings (webhooks.SigningSecretStore), read by every call.
CREATE TABLE webhook_secrets (
    project_id     uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    secret         bytea       NOT NULL,
    previous       bytea,
    previous_until timestamptz,
    rotated_at     timestamptz NOT NULL DEFAULT now()
);
