-- The MTA-STS policies of domains that email is delivered to (RFC 8461). Written and read by delivery.tls.StsPolicyStore: when a
-- domain is first delivered to, when the id of its record changes, and once a day. A policy stays in force for its age, even while
-- its web server is away.
CREATE TABLE mta_sts_policies (
    domain     text        PRIMARY KEY,
    -- The id of the TXT record when the file was fetched, and the file as it was served; NULL: never fetched.
    record_id  text,
    file       text,
    fetched_at timestamptz,
    expires_at timestamptz,
    -- When it is fetched again; domains not delivered to for 30 days are left to expire.
    refresh_at timestamptz NOT NULL DEFAULT now(),
    used_at    timestamptz NOT NULL DEFAULT now(),
    -- The last fetch that failed, and how (delivery.tls.TlsResult); NULL after one that succeeded. The next is at least five
    -- minutes later.
    failed_at  timestamptz,
    failure    text
) WITH (fillfactor = 80);

-- For the policies that are due to be fetched again.
CREATE INDEX mta_sts_policies_due ON mta_sts_policies (refresh_at);
