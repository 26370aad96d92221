-- The executions that came to a step, by how the visit ended: the list of a workflow's executions by step. A visit that waits is
-- also in the smaller index execution_visits_waiting.
CREATE INDEX execution_visits_of_step ON execution_visits (project_id, step_id, status, execution_id);
