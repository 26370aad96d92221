-- The checks of domains: what their records were found to be, when they are looked at next, and a key that is to follow.

ALTER TABLE domains
    -- The demo's: it needs no proof, because its names exist nowhere.
    ADD COLUMN vouched          boolean     NOT NULL DEFAULT false,
    ADD COLUMN verified_at      timestamptz,
    -- When it may be claimed: at its next check, or when the lease of its holder ends.
    ADD COLUMN check_at         timestamptz NOT NULL DEFAULT now(),
    -- Raised by every claim; what an older holder found is not written.
    ADD COLUMN fence            bigint      NOT NULL DEFAULT 0,
    ADD COLUMN checked_at       timestamptz,
    -- How often in a row its servers said that the proof is not there, and when that was counted last.
    ADD COLUMN misses           smallint    NOT NULL DEFAULT 0,
    ADD COLUMN missed_at        timestamptz,
    -- [{type, host, status, found, problem}], as of the last check.
    ADD COLUMN findings         jsonb       NOT NULL DEFAULT '[]',
    -- The key that signs once it is found in DNS.
    ADD COLUMN next_selector    text,
    ADD COLUMN next_private_key bytea,
    ADD COLUMN next_public_key  bytea,
    -- The key that signed before; mail under way is verified with it.
    ADD COLUMN old_selector     text,
    ADD COLUMN old_public_key   bytea,
    ADD COLUMN old_until        timestamptz,
    ADD CHECK ((next_selector IS NULL) = (next_private_key IS NULL) AND (next_selector IS NULL) = (next_public_key IS NULL));

-- Until now nobody else could make them.
UPDATE domains SET vouched = verified, verified_at = CASE WHEN verified THEN created_at END;

CREATE INDEX domains_due ON domains (check_at) WHERE NOT vouched;
