-- When email.delayed was told of an email that waited for its site without an attempt; NULL: not told, or told at the first deferral
-- (email_attempts). Written by the send pipeline (sending.results.DelayedEmailStore).
ALTER TABLE outbox ADD COLUMN delayed_at timestamptz;

-- The emails to a suspended destination of which nobody was told yet. Emails without a destination of their own are not in it.
CREATE INDEX outbox_not_delayed ON outbox (destination, created_at) WHERE destination <> 0 AND delayed_at IS NULL;
