-- Emails that wait for a suspended destination are not claimed, so that none of them was ever given up but the one that tested it.

-- The emails to a suspended destination that may have waited for too long, by their age (sending.queue.ExpiredWaitStore). One that is
-- sent without a delay is never in it.
CREATE INDEX outbox_delayed ON outbox (destination, created_at) WHERE destination <> 0 AND delayed_at IS NOT NULL;
