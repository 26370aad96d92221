-- The first time the audience was not found within a statement's timeout; NULL before, and when a campaign is resumed. An attempt ten
-- minutes later that fails in the same way pauses the campaign, or ends the run.
ALTER TABLE campaigns ADD COLUMN freeze_failed_at timestamptz;
ALTER TABLE workflow_runs ADD COLUMN freeze_failed_at timestamptz;
