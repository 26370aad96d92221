-- The Ed25519 keys (RFC 8463) of domains, which sign beside the RSA keys of domains once their records are found in DNS. Written
-- when a domain is added or its key is replaced, and by the check of a domain that has none (domains.Ed25519KeyStore), only while
-- domains.ed25519 is on; read with each domain.
CREATE TABLE domain_ed25519_keys (
    project_id  uuid        NOT NULL,
    domain      text        NOT NULL,
    selector    text        NOT NULL,
    -- PKCS#8, encrypted with a key outside the database, and SubjectPublicKeyInfo.
    private_key bytea       NOT NULL,
    public_key  bytea       NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, domain),
    FOREIGN KEY (project_id, domain) REFERENCES domains (project_id, domain) ON DELETE CASCADE
);
