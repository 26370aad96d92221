-- Bounces of mailboxes that stayed full until the email was given up: they are in bounced, and no fault of the project's, so that its
-- reputation leaves them out. Written by the counting loop (reports.RollupStore); 0 where a node of the version before has counted.
ALTER TABLE email_counts ADD COLUMN given_up bigint NOT NULL DEFAULT 0;

-- The sums of email_counts over all times, without received emails: reputation judges projects by them, and would read more quarters of
-- an hour the longer a project exists. Written by the triggers of email_counts, so also by nodes of the version before.
CREATE TABLE email_totals (
    project_id uuid   PRIMARY KEY,
    -- With those that the receiving server refused.
    sent       bigint NOT NULL,
    -- Without mailboxes that stayed full.
    bounced    bigint NOT NULL,
    complained bigint NOT NULL
) WITH (fillfactor = 50);

-- Adds new quarters of an hour to the totals of their projects.
CREATE FUNCTION add_email_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO email_totals AS total (project_id, sent, bounced, complained)
    SELECT project_id, sum(sent + refused), sum(bounced - given_up), sum(complained)
      FROM added WHERE source <> 'INBOUND' GROUP BY project_id ORDER BY project_id
        ON CONFLICT (project_id) DO UPDATE
        SET sent = total.sent + excluded.sent, bounced = total.bounced + excluded.bounced,
            complained = total.complained + excluded.complained;
    RETURN NULL;
END $$;

-- Subtracts and adds in one: a project whose totals were deleted, because it is, gets none again.
CREATE FUNCTION change_email_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE email_totals
       SET sent = email_totals.sent + change.sent, bounced = email_totals.bounced + change.bounced,
           complained = email_totals.complained + change.complained
      FROM (SELECT project_id, sum(sent + refused) AS sent, sum(bounced) AS bounced, sum(complained) AS complained
              FROM (SELECT project_id, source, sent, refused, bounced - given_up AS bounced, complained FROM added
                     UNION ALL
                    SELECT project_id, source, -sent, -refused, given_up - bounced, -complained FROM removed) both_sides
             WHERE source <> 'INBOUND'
             GROUP BY project_id) change
     WHERE email_totals.project_id = change.project_id;
    RETURN NULL;
END $$;

-- Subtracts deleted quarters of an hour from the totals.
CREATE FUNCTION remove_email_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE email_totals
       SET sent = email_totals.sent - gone.sent, bounced = email_totals.bounced - gone.bounced,
           complained = email_totals.complained - gone.complained
      FROM (SELECT project_id, sum(sent + refused) AS sent, sum(bounced - given_up) AS bounced, sum(complained) AS complained
              FROM removed WHERE source <> 'INBOUND' GROUP BY project_id) gone
     WHERE email_totals.project_id = gone.project_id;
    RETURN NULL;
END $$;

CREATE TRIGGER add_totals AFTER INSERT ON email_counts
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_email_totals();
CREATE TRIGGER change_totals AFTER UPDATE ON email_counts
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_email_totals();
CREATE TRIGGER remove_totals AFTER DELETE ON email_counts
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_email_totals();

INSERT INTO email_totals (project_id, sent, bounced, complained)
SELECT project_id, sum(sent + refused), sum(bounced - given_up), sum(complained)
  FROM email_counts WHERE source <> 'INBOUND' GROUP BY project_id;
