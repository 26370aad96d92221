-- Signing in by a provider, and a second factor.

-- Who somebody is at a provider; an address may change hands, this does not.
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

-- Somebody is on the way to a provider and back: the browser has the state, the row its SHA-256.
CREATE TABLE oauth_flows (
    hash       bytea       PRIMARY KEY,
    provider   text        NOT NULL,
    next       text        NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_flows_by_end ON oauth_flows (expires_at);

-- A token of this purpose is what the password, or the provider, has earned: one may now show a code.
ALTER TABLE account_tokens
    DROP CONSTRAINT account_tokens_purpose_check,
    ADD CONSTRAINT account_tokens_purpose_check CHECK (purpose IN ('VERIFY', 'RESET', 'SECOND_FACTOR'));

CREATE TABLE second_factors (
    user_id    uuid        PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    -- Encrypted, for this user.
    secret     bytea       NOT NULL,
    -- Asked for at sign-in only once a first code was right.
    confirmed  boolean     NOT NULL DEFAULT false,
    -- The step of 30 seconds whose code was used last; no code opens twice.
    last_step  bigint      NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- For who lost the device; a keyed hash, deleted when it is used.
CREATE TABLE recovery_codes (
    user_id uuid  NOT NULL REFERENCES second_factors ON DELETE CASCADE,
    hash    bytea NOT NULL,
    PRIMARY KEY (user_id, hash)
);
