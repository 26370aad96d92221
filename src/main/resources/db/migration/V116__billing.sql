-- Billing: what a project may send in a month, what it has sent, and the exchange with Stripe. Months are those of UTC.

-- Who pays for a project, and the caps its owners have set; a project without a row pays nothing. Written by the billing settings
-- and by Stripe's events (billing.BillingAccountStore), read by every acceptance of emails.
CREATE TABLE billing_accounts (
    project_id        uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    customer          text,
    subscription      text,
    currency          text,
    cap_transactional bigint      CHECK (cap_transactional > 0),
    cap_campaigns     bigint      CHECK (cap_campaigns > 0),
    cap_workflows     bigint      CHECK (cap_workflows > 0),
    cap_inbound       bigint      CHECK (cap_inbound > 0),
    -- When the newest payment event that was applied was made; those come in any order.
    payment_at        timestamptz NOT NULL DEFAULT '-infinity',
    updated_at        timestamptz NOT NULL DEFAULT now()
);
-- The account an event of Stripe's is about.
CREATE INDEX billing_accounts_of_customer ON billing_accounts (customer) WHERE customer IS NOT NULL;

-- The number of emails accepted in a month. Exact for a project with a limit, which updates its row last in every transaction; for
-- the others it is the folded part of billing_deltas. Written by billing_record and billing_fold_deltas, read by the billing page
-- and by quotas.
CREATE TABLE billing_usage (
    project_id    uuid   NOT NULL REFERENCES projects ON DELETE CASCADE,
    month         date   NOT NULL,
    transactional bigint NOT NULL DEFAULT 0,
    campaigns     bigint NOT NULL DEFAULT 0,
    workflows     bigint NOT NULL DEFAULT 0,
    inbound       bigint NOT NULL DEFAULT 0,
    -- What is paid for: one for an email, two for one with attachments.
    units         bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, month)
) WITH (fillfactor = 50);

-- What one transaction accepted: emails that are still to be added to billing_usage, and units Stripe is still to be told of. Written
-- by billing_record, folded by billing_fold_deltas.
CREATE TABLE billing_deltas (
    project_id    uuid        NOT NULL,
    id            uuid        NOT NULL DEFAULT uuid_v7(),
    month         date        NOT NULL,
    transactional bigint      NOT NULL DEFAULT 0,
    campaigns     bigint      NOT NULL DEFAULT 0,
    workflows     bigint      NOT NULL DEFAULT 0,
    inbound       bigint      NOT NULL DEFAULT 0,
    -- Not yet in the usage.
    units         bigint      NOT NULL DEFAULT 0,
    -- Not yet reported to Stripe; zero where nobody pays.
    metered       bigint      NOT NULL DEFAULT 0,
    customer      text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);

-- Emails to be written to owners when a limit comes near (80) or is reached (100): once for each category and month. Written by
-- billing_add_notices, read by the loop that sends them (billing.LimitNoticeStore).
CREATE TABLE billing_notices (
    project_id uuid        NOT NULL REFERENCES projects ON DELETE CASCADE,
    month      date        NOT NULL,
    -- ALL is the free allowance, which all categories share.
    category   text        NOT NULL CHECK (category IN ('ALL', 'TRANSACTIONAL', 'CAMPAIGNS', 'WORKFLOWS', 'INBOUND')),
    level      smallint    NOT NULL CHECK (level IN (80, 100)),
    used       bigint      NOT NULL,
    cap        bigint      NOT NULL,
    written_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, month, category, level)
);
-- The loop that sends them.
CREATE INDEX billing_notices_to_write ON billing_notices (created_at) WHERE written_at IS NULL;

-- The queue of requests to Stripe. Written in the transactions they follow from, read and deleted by the worker that sends them
-- (billing.StripeTaskStore). The id is the idempotency key. It names its project by a plain column, because it has to outlive it: a
-- deleted project's subscription ends, and its last emails are paid for.
CREATE TABLE stripe_tasks (
    id          uuid        PRIMARY KEY,
    kind        text        NOT NULL CHECK (kind IN ('METER', 'CANCEL', 'CREDIT', 'RENAME', 'REFUND', 'BLOCK')),
    project     uuid,
    details     jsonb       NOT NULL,
    due_at      timestamptz NOT NULL DEFAULT now(),
    lease_until timestamptz,
    fence       bigint      NOT NULL DEFAULT 0,
    attempts    integer     NOT NULL DEFAULT 0,
    -- Why the last attempt failed, for the operator.
    error       text,
    -- Refused for good, or too old for Stripe to take.
    dead        boolean     NOT NULL DEFAULT false,
    created_at  timestamptz NOT NULL DEFAULT now()
);
-- The claim of the next request.
CREATE INDEX stripe_tasks_due ON stripe_tasks (due_at) WHERE NOT dead;

-- The events Stripe has sent, as they came; processed apart from the request that brought them (billing.StripeEventStore). No tenant
-- table: an event is Stripe's.
CREATE TABLE stripe_events (
    id           text        PRIMARY KEY,
    type         text        NOT NULL,
    -- Of the object the event is about.
    object_id    text,
    made_at      timestamptz NOT NULL,
    body         text        NOT NULL,
    received_at  timestamptz NOT NULL DEFAULT now(),
    processed_at timestamptz,
    -- The result, for a reader.
    outcome      text,
    attempts     integer     NOT NULL DEFAULT 0,
    due_at       timestamptz NOT NULL DEFAULT now()
);
-- The loop that processes new events.
CREATE INDEX stripe_events_due ON stripe_events (due_at) WHERE processed_at IS NULL;
-- Whether the end of a subscription has been reported already: events come in any order.
CREATE INDEX stripe_events_of_object ON stripe_events (object_id, type);
-- The loop that deletes old events.
CREATE INDEX stripe_events_by_age ON stripe_events USING brin (received_at);

-- The present month.
CREATE FUNCTION billing_month() RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
    RETURN date_trunc('month', now() AT TIME ZONE 'UTC')::date;

-- The key of a project's advisory lock. Acceptance takes it shared; a change of what a project may do takes it alone, so each waits
-- for the other.
CREATE FUNCTION billing_lock_key(project uuid) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN hashtextextended('godwit.billing ' || project, 0);

-- Records the notices that are due by now.
CREATE FUNCTION billing_add_notices(account billing_accounts, used billing_usage, free bigint) RETURNS bigint LANGUAGE sql AS $$
    WITH added AS (
    INSERT INTO billing_notices (project_id, month, category, level, used, cap)
    SELECT used.project_id, used.month, near.category, CASE WHEN near.used >= near.cap THEN 100 ELSE 80 END, near.used, near.cap
      FROM (VALUES ('ALL', used.transactional + used.campaigns + used.workflows + used.inbound,
                    CASE WHEN account.subscription IS NULL AND free > 0 THEN free END),
                   ('TRANSACTIONAL', used.transactional, account.cap_transactional),
                   ('CAMPAIGNS', used.campaigns, account.cap_campaigns),
                   ('WORKFLOWS', used.workflows, account.cap_workflows),
                   ('INBOUND', used.inbound, account.cap_inbound)) AS near (category, used, cap)
     WHERE near.used * 100 >= near.cap * 80
        ON CONFLICT DO NOTHING
    RETURNING 1)
    SELECT count(*) FROM added
$$;

-- Counts emails that are being accepted: the last statement of its transaction, so that nobody waits for the counter but for a
-- commit. Refuses as a transaction that has to be begun anew: by then there is less left than there was when it was begun.
CREATE FUNCTION billing_record(project uuid, free bigint, t bigint, c bigint, w bigint, i bigint, u bigint) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    account   billing_accounts;
    used      billing_usage;
    is_free   boolean;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(billing_lock_key(project));
    SELECT * INTO account FROM billing_accounts WHERE project_id = project;
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

-- Adds some of a project's deltas to its usage, and inserts one request to Stripe for all their units.
CREATE FUNCTION billing_fold_deltas(project uuid, most integer) RETURNS bigint LANGUAGE sql AS $$
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
    told AS (
        INSERT INTO stripe_tasks (id, kind, project, details)
        SELECT uuid_v7(), 'METER', project,
               jsonb_build_object('customer', customer, 'value', sum(metered)::text,
                                  'at', extract(epoch FROM max(created_at))::bigint::text)
          FROM gone
         WHERE metered > 0
         GROUP BY month, customer)
    SELECT count(*) FROM gone
$$;
