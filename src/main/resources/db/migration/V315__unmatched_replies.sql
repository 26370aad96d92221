-- Replies of mail servers whose words no rule knows, each kind of reply once: an email that gets one is retried or fails, and its
-- recipient is never suppressed. Written every ten seconds by each node (sending.results.UnmatchedReplyStore), which keeps the newest
-- 1,000; read by the system page (system.UnmatchedReplyQuery).
CREATE TABLE unmatched_replies (
    -- A hash of the reply without what differs from recipient to recipient.
    id       uuid        PRIMARY KEY,
    -- NULL when the reply has none, like enhanced.
    code     smallint,
    enhanced text,
    -- One of them, without addresses.
    reply    text        NOT NULL,
    times    bigint      NOT NULL,
    first_at timestamptz NOT NULL,
    last_at  timestamptz NOT NULL
);
