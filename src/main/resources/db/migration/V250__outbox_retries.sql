-- The claim of retries that are due, which get a share of their own: without it, behind a large backlog, they are served only after
-- the first attempts of all of it. An email in flight is not in the index, so one that is accepted at once is never written to it.
CREATE INDEX outbox_retries ON outbox (project_id, lane, destination, due_at)
    WHERE message_date IS NOT NULL AND NOT attempt_started;
