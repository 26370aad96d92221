-- Caps hold back nothing while there is no subscription. They held back emails of projects whose subscription had ended, beside
-- the free allowance, and nobody could see or lift them.

-- Counts emails that are being accepted: the last statement of its transaction, so that nobody waits for the counter but for a
-- commit. Refuses as a transaction that has to be begun anew: by then there is less left than there was when it was begun.
CREATE OR REPLACE FUNCTION billing_record(project uuid, free bigint, t bigint, c bigint, w bigint, i bigint, u bigint) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    account   billing_accounts;
    used      billing_usage;
    is_free   boolean;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(billing_lock_key(project));
    SELECT * INTO account FROM billing_accounts WHERE project_id = project;
    IF account.subscription IS NULL THEN
        account.cap_transactional := NULL;
        account.cap_campaigns := NULL;
        account.cap_workflows := NULL;
        account.cap_inbound := NULL;
    END IF;
    is_free := account.subscription IS NULL AND free > 0;
    IF NOT is_free AND coalesce(account.cap_transactional, account.cap_campaigns, account.cap_workflows, account.cap_inbound) IS NULL
    THEN
        INSERT INTO billing_deltas (project_id, month, transactional, campaigns, workflows, inbound, units, metered, customer)
        VALUES (project, billing_month(), t, c, w, i, u, CASE WHEN account.customer IS NULL THEN 0 ELSE u END, account.customer);
        RETURN 0;
    END IF;
    INSERT INTO billing_usage AS usage (project_id, month, transactional, campaigns, workflows, inbound, units)
    VALUES (project, billing_month(), t, c, w, i, u)
        ON CONFLICT (project_id, month) DO UPDATE
       SET transactional = usage.transactional + t, campaigns = usage.campaigns + c, workflows = usage.workflows + w,
           inbound = usage.inbound + i, units = usage.units + u
    RETURNING * INTO used;
    IF (is_free AND used.transactional + used.campaigns + used.workflows + used.inbound > free)
       OR (t > 0 AND used.transactional > account.cap_transactional)
       OR (c > 0 AND used.campaigns > account.cap_campaigns)
       OR (w > 0 AND used.workflows > account.cap_workflows)
       OR (i > 0 AND used.inbound > account.cap_inbound)
    THEN
        RAISE EXCEPTION 'The limit of the month has been reached meanwhile' USING ERRCODE = 'serialization_failure';
    END IF;
    IF account.customer IS NOT NULL THEN
        INSERT INTO billing_deltas (project_id, month, metered, customer) VALUES (project, billing_month(), u, account.customer);
    END IF;
    PERFORM billing_add_notices(account, used, free);
    RETURN 1;
END $$;
