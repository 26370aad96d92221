-- The list of a project's jobs, the newest first, with or without a kind or a state (jobs.JobListStore).
CREATE INDEX jobs_newest ON jobs (project_id, created_at DESC, id DESC);
