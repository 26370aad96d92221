-- People: how they sign in, who invited whom, and who did what in a project.

-- PASSWORD accounts sign in here; the others with the provider of that name.
ALTER TABLE users
    ADD COLUMN type text NOT NULL DEFAULT 'PASSWORD'
        CHECK (type IN ('PASSWORD', 'GITHUB_OAUTH', 'GOOGLE_OAUTH', 'OIDC'));

-- A cookie is good only while its row is here: logout, a new password and the end of the user delete it.
CREATE TABLE sessions (
    id         uuid        PRIMARY KEY,
    user_id    uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- What a mailed link proves, once; the link holds the token, the row its SHA-256.
CREATE TABLE account_tokens (
    hash       bytea       PRIMARY KEY,
    user_id    uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose    text        NOT NULL CHECK (purpose IN ('VERIFY', 'RESET')),
    -- Where it was mailed to: it proves this address and no later one.
    email      text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX account_tokens_of_user ON account_tokens (user_id, purpose);
CREATE INDEX account_tokens_by_end ON account_tokens (expires_at);

-- How often something was tried within its window, over all nodes; the subject is a keyed hash and tells nothing.
CREATE TABLE throttles (
    name    text        NOT NULL,
    subject bytea       NOT NULL,
    count   integer     NOT NULL,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (name, subject)
);
CREATE INDEX throttles_by_end ON throttles (ends_at);

-- Being emptied or deleted: nothing is written to it any more, and its rows go in batches.
ALTER TABLE projects
    ADD COLUMN wiping text CHECK (wiping IN ('RESET', 'DELETE'));
CREATE INDEX projects_wiping ON projects (id) WHERE wiping IS NOT NULL;

-- The first pair has no label; further keys have one, and their own scope.
ALTER TABLE api_keys
    ADD COLUMN label text,
    ADD COLUMN scope text NOT NULL DEFAULT 'FULL' CHECK (scope IN ('FULL', 'SEND', 'TRACK', 'READ'));

-- Apart from the keys, because it is written again and again.
CREATE TABLE key_uses (
    project_id uuid        NOT NULL,
    key_id     uuid        NOT NULL,
    used_at    timestamptz NOT NULL,
    PRIMARY KEY (project_id, key_id),
    FOREIGN KEY (project_id, key_id) REFERENCES api_keys ON DELETE CASCADE
);

-- Asked to join by mail; the link holds the token, the row its SHA-256.
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

-- Who did what. The names of actor and subject are kept as they were, because both may be gone.
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
