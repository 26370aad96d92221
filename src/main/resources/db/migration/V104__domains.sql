-- Sender domains, their DKIM keys, and the checks of their DNS records.

-- The domains of a project. Written by the domain settings (domains.DomainStore) and by checks (domains.DomainCheckStore); read
-- by acceptance, by DKIM signing and by inbound mail. A row is also the queue of its checks, by check_at and fence.
CREATE TABLE domains (
    project_id       uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    id               uuid        NOT NULL,
    -- A-labels, lower case.
    domain           text        NOT NULL,
    verified         boolean     NOT NULL DEFAULT false,
    selector         text        NOT NULL,
    -- PKCS#8, encrypted with a key outside the database, and SubjectPublicKeyInfo.
    private_key      bytea       NOT NULL,
    public_key       bytea       NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    -- The demo's: it needs no proof, because its names exist nowhere.
    trusted          boolean     NOT NULL DEFAULT false,
    verified_at      timestamptz,
    -- When it may be claimed: at its next check, or when the lease of its holder ends.
    check_at         timestamptz NOT NULL DEFAULT now(),
    -- Raised by every claim; what an older holder found is not written.
    fence            bigint      NOT NULL DEFAULT 0,
    checked_at       timestamptz,
    -- How often in a row its servers said that the proof is not there, and when that was counted last.
    miss_count       smallint    NOT NULL DEFAULT 0,
    missed_at        timestamptz,
    -- [{type, host, status, found, problem}], as of the last check.
    findings         jsonb       NOT NULL DEFAULT '[]',
    -- The key that signs once it is found in DNS.
    next_selector    text,
    next_private_key bytea,
    next_public_key  bytea,
    -- The key that signed before; mail under way is verified with it.
    old_selector     text,
    old_public_key   bytea,
    old_until        timestamptz,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, domain),
    CHECK ((next_selector IS NULL) = (next_private_key IS NULL) AND (next_selector IS NULL) = (next_public_key IS NULL))
);
-- The projects that a received email's domain belongs to.
CREATE INDEX domains_by_name ON domains (domain);
-- The claim of the next domain to check.
CREATE INDEX domains_due ON domains (check_at) WHERE NOT trusted;

-- The slots of the domain checks of all nodes: each check that is under way holds one, and asks one question at a time. Twenty,
-- because resolvers should not be flooded. Written and read by the claim of a check (domains.DomainCheckStore).
CREATE TABLE domain_check_slots (
    number     smallint    PRIMARY KEY,
    -- The end of the holder's lease; long ago when there is no holder.
    held_until timestamptz NOT NULL DEFAULT '-infinity',
    holder     uuid
) WITH (fillfactor = 50);

INSERT INTO domain_check_slots (number) SELECT generate_series(1, 20);
