-- A request to Stripe that waits takes up the usage that comes after it. Each fold of a project, every two seconds, made a request of its
-- own: some dozens of projects that send at the same time made more than are carried out, and usage came too late for its month's invoice.

-- The request that waits, and those a CANCEL waits for.
CREATE INDEX stripe_tasks_by_project ON stripe_tasks (project, kind) WHERE NOT dead;

-- Adds some of a project's deltas to its usage, and their units to the request to Stripe for the month that waits for its first attempt;
-- inserts one where there is none.
CREATE OR REPLACE FUNCTION billing_fold_deltas(project uuid, most integer) RETURNS bigint LANGUAGE sql AS $$
    WITH gone AS (
        DELETE FROM billing_deltas
         WHERE project_id = project
           AND ctid = ANY (ARRAY(SELECT ctid FROM billing_deltas WHERE project_id = project LIMIT most FOR UPDATE SKIP LOCKED))
        RETURNING *),
    added AS (
        INSERT INTO billing_usage AS usage (project_id, month, transactional, campaigns, workflows, inbound, units)
        SELECT project, month, sum(transactional), sum(campaigns), sum(workflows), sum(inbound), sum(units)
          FROM gone GROUP BY month
        HAVING sum(units) > 0
         ORDER BY month
            ON CONFLICT (project_id, month) DO UPDATE
           SET transactional = usage.transactional + excluded.transactional, campaigns = usage.campaigns + excluded.campaigns,
               workflows = usage.workflows + excluded.workflows, inbound = usage.inbound + excluded.inbound,
               units = usage.units + excluded.units),
    owed AS (
        SELECT month, customer, sum(metered) AS value, extract(epoch FROM max(created_at))::bigint AS at
          FROM gone
         WHERE metered > 0
         GROUP BY month, customer),
    waiting AS MATERIALIZED (
        SELECT id, details ->> 'customer' AS customer, (details ->> 'at')::bigint AS at
          FROM stripe_tasks AS task
         WHERE task.project = billing_fold_deltas.project AND kind = 'METER' AND NOT dead
           AND fence = 0 AND attempts = 0 AND lease_until IS NULL
           FOR UPDATE SKIP LOCKED),
    chosen AS MATERIALIZED (
        SELECT DISTINCT ON (owed.month, owed.customer) waiting.id, owed.month, owed.customer, owed.value, greatest(owed.at, waiting.at) AS at
          FROM owed
          JOIN waiting
            ON waiting.customer = owed.customer
           AND date_trunc('month', to_timestamp(waiting.at) AT TIME ZONE 'UTC')::date = owed.month
         ORDER BY owed.month, owed.customer, waiting.id),
    raised AS (
        UPDATE stripe_tasks
           SET details = details
               || jsonb_build_object('value', ((details ->> 'value')::bigint + chosen.value)::text, 'at', chosen.at::text)
          FROM chosen
         WHERE stripe_tasks.id = chosen.id),
    inserted AS (
        INSERT INTO stripe_tasks (id, kind, project, details)
        SELECT uuid_v7(), 'METER', project, jsonb_build_object('customer', customer, 'value', value::text, 'at', at::text)
          FROM owed
         WHERE NOT EXISTS (SELECT FROM chosen WHERE chosen.month = owed.month AND chosen.customer = owed.customer))
    SELECT count(*) FROM gone
$$;
