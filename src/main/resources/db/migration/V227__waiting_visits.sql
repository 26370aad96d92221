-- The executions that wait at a step. A visit is in it from its arrival at a wait to the end of the wait, and visits that go on at
-- once never are.
CREATE INDEX execution_visits_waiting ON execution_visits (project_id, step_id, execution_id) WHERE status = 'WAITING';
