-- Projects (the tenants), their members and keys, the log of who did what, and suspensions.

-- The tenants. Written by the project settings, suspensions and deletion (package projects), read by every request and every
-- worker.
CREATE TABLE projects (
    id                  uuid        PRIMARY KEY,
    name                text        NOT NULL,
    disabled            boolean     NOT NULL DEFAULT false,
    disabled_reason     text,
    tracking            text        NOT NULL DEFAULT 'ENABLED' CHECK (tracking IN ('ENABLED', 'DISABLED', 'MARKETING_ONLY')),
    language            text        NOT NULL DEFAULT 'en',
    -- Overrides of the settings' limits on requests and emails; 0 means no limit, NULL the setting.
    requests_per_minute integer,
    emails_per_second   integer,
    -- Raised with the keys; what a write was authorised with is checked against it again.
    keys_version        bigint      NOT NULL DEFAULT 1,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    -- Being emptied or deleted: nothing is written to it any more, and its rows go in batches.
    wiping              text        CHECK (wiping IN ('RESET', 'DELETE'))
);
-- The job that looks for projects to empty or delete.
CREATE INDEX projects_wiping ON projects (id) WHERE wiping IS NOT NULL;
-- The match of a bounce to its project: a return path names a project by the last six digits of its id only, because a local part
-- has room for 64 octets (RFC 5321 4.5.3.1.1).
CREATE INDEX projects_by_id_suffix ON projects (right(id::text, 6));

-- The users of a project and their roles. Written by member settings and accepted invitations (projects.MemberStore), read by
-- every request with a cookie.
CREATE TABLE memberships (
    project_id uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    user_id    uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    role       text        NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, user_id)
);
-- A user's list of projects.
CREATE INDEX memberships_of_user ON memberships (user_id);

-- API keys. Written by the key settings (projects.ApiKeyStore), read by the key cache of every node.
CREATE TABLE api_keys (
    project_id uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    id         uuid        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('PUBLIC', 'SECRET')),
    -- SHA-256 of the key: it has 256 random bits, so a fast hash is the right one.
    hash       bytea       NOT NULL UNIQUE,
    -- The key itself, encrypted with a key outside the database, for display.
    encrypted  bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The first pair has no label; further keys have one, and their own scope.
    label      text,
    scope      text        NOT NULL DEFAULT 'FULL' CHECK (scope IN ('FULL', 'SEND', 'TRACK', 'READ')),
    PRIMARY KEY (project_id, id)
);

-- When each key was last used, for the list of keys. Apart from the keys, because it is written again and again
-- (projects.ApiKeyListStore).
CREATE TABLE key_uses (
    project_id uuid        NOT NULL,
    key_id     uuid        NOT NULL,
    used_at    timestamptz NOT NULL,
    PRIMARY KEY (project_id, key_id),
    FOREIGN KEY (project_id, key_id) REFERENCES api_keys ON DELETE CASCADE
);

-- Open invitations to join a project by email; the link holds the token, the row its SHA-256. Written by member settings, read
-- and deleted when the link is followed (projects.InvitationStore).
CREATE TABLE invitations (
    project_id uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    id         uuid        NOT NULL,
    email      text        NOT NULL,
    role       text        NOT NULL CHECK (role IN ('ADMIN', 'MEMBER')),
    hash       bytea       NOT NULL UNIQUE,
    invited_by uuid        REFERENCES users ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, email)
);

-- The log of who did what in a project. Written with the action, read by the project's audit page (projects.AuditStore). The names
-- of actor and subject are kept as they were, because both may be gone.
CREATE TABLE audit (
    project_id  uuid        NOT NULL,
    id          uuid        NOT NULL,
    action      text        NOT NULL,
    -- NULL when a key or the server itself acted.
    user_id     uuid,
    user_email  text,
    caller      text        NOT NULL,
    details     jsonb       NOT NULL DEFAULT '{}',
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);

-- The history of suspensions: why a project was disabled, and what became of it. Written by reputation, billing and operators
-- (projects.SuspensionStore), read by the dashboard.
CREATE TABLE suspensions (
    project_id  uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    id          uuid        NOT NULL,
    reason      text        NOT NULL,
    -- For a reader: the rates that were too high, or the invoice that was not paid.
    evidence    text        NOT NULL,
    began_at    timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    -- Why it ended.
    ended_by    text,
    -- What a member of the project says about it.
    appeal      text,
    appealed_by text,
    appealed_at timestamptz,
    PRIMARY KEY (project_id, id)
);
-- The open suspension of a project, and that there is one at most.
CREATE UNIQUE INDEX suspensions_open ON suspensions (project_id) WHERE ended_at IS NULL;

-- The answers to POSTs with an idempotency key, written in the transaction of the work they answer, and read when the call comes
-- again (web.idempotency).
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
-- The loop that deletes old answers.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING brin (created_at);
