-- Which claim took it, so that one whose answer was lost on its way can be taken back by whoever asked. No index: a claim is to
-- move none, and what it took is due.
ALTER TABLE execution_timers ADD COLUMN claim_id uuid;
