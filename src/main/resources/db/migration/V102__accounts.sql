-- Users: how they sign in, and their sessions.

-- The people who sign in to the dashboard. Written by sign-up, sign-in with a provider and account settings (accounts.UserStore),
-- read by those and by the member lists of projects.
CREATE TABLE users (
    id             uuid        PRIMARY KEY,
    email          text        NOT NULL UNIQUE,
    password_hash  text,
    email_verified boolean     NOT NULL DEFAULT false,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),
    -- PASSWORD accounts sign in here; the others with the provider of that name.
    type           text        NOT NULL DEFAULT 'PASSWORD' CHECK (type IN ('PASSWORD', 'GITHUB_OAUTH', 'GOOGLE_OAUTH', 'OIDC'))
);

-- Signed-in browsers. A cookie is good only while its row is here: logout, a new password and the end of the user delete it.
-- Written by sign-in and, once a minute, by requests with the cookie (accounts.SessionStore); read by every such request and by
-- the list of sessions that a user can end one by one.
CREATE TABLE sessions (
    id         uuid        PRIMARY KEY,
    user_id    uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    -- When a request last came with its cookie, to within a minute.
    used_at    timestamptz NOT NULL DEFAULT now(),
    -- Where the sign-in came from; NULL when unknown.
    address    text,
    -- What the program called itself, cut; NULL when it said nothing.
    user_agent text
);
-- A user's list of sessions, and their end with a new password.
CREATE INDEX sessions_of_user ON sessions (user_id);
-- The loop that deletes expired sessions.
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Links that were mailed to users, each good once; the link holds the token, the row its SHA-256. Written when the email is
-- written, read and deleted when the link is followed (accounts.TokenStore).
CREATE TABLE account_tokens (
    hash       bytea       PRIMARY KEY,
    user_id    uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    -- SECOND_FACTOR is not mailed: a sign-in whose password or provider was right gets it, and may then show a code.
    purpose    text        NOT NULL CHECK (purpose IN ('VERIFY', 'RESET', 'SECOND_FACTOR')),
    -- Where it was mailed to: it proves this address and no later one.
    email      text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
-- The deletion of a user's other tokens of a purpose, when one was used or a new one is made.
CREATE INDEX account_tokens_of_user ON account_tokens (user_id, purpose);
-- The loop that deletes expired tokens.
CREATE INDEX account_tokens_by_end ON account_tokens (expires_at);

-- Counts of attempts within a time window over all nodes: sign-ins, codes, mailed links. Written and read by each attempt
-- (accounts.AttemptLimitStore). The subject is a keyed hash and tells nothing.
CREATE TABLE throttles (
    name    text        NOT NULL,
    subject bytea       NOT NULL,
    count   integer     NOT NULL,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (name, subject)
);
-- The loop that deletes windows that are over.
CREATE INDEX throttles_by_end ON throttles (ends_at);

-- The identity of a user at a sign-in provider; an address may change hands, this does not. Written and read by sign-in with a
-- provider (accounts.IdentityStore).
CREATE TABLE identities (
    provider   text        NOT NULL CHECK (provider IN ('GITHUB', 'GOOGLE', 'OIDC')),
    issuer     text        NOT NULL,
    subject    text        NOT NULL,
    user_id    uuid        NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, issuer, subject),
    -- A second one with the same address is somebody who took over the mailbox.
    UNIQUE (user_id, provider, issuer)
);

-- Sign-ins that are under way at a provider: the browser has the state, the row its SHA-256. Written when the browser leaves for
-- the provider, deleted when it returns (accounts.OAuthFlowStore).
CREATE TABLE oauth_flows (
    hash       bytea       PRIMARY KEY,
    provider   text        NOT NULL,
    next       text        NOT NULL,
    expires_at timestamptz NOT NULL
);
-- The loop that deletes flows that were never finished.
CREATE INDEX oauth_flows_by_end ON oauth_flows (expires_at);

-- The time-based codes of users (RFC 6238). Written by the settings, read by sign-in (accounts.SecondFactorStore).
CREATE TABLE second_factors (
    user_id    uuid        PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    -- Encrypted, for this user.
    secret     bytea       NOT NULL,
    -- Asked for at sign-in only once a first code was right.
    confirmed  boolean     NOT NULL DEFAULT false,
    -- The step of 30 seconds whose code was used last; no code is accepted twice.
    last_step  bigint      NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- Codes for a user who has lost the device; a keyed hash each, deleted when it is used (accounts.SecondFactorStore).
CREATE TABLE recovery_codes (
    user_id uuid  NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    hash    bytea NOT NULL,
    PRIMARY KEY (user_id, hash)
);
