-- Reports over millions of mails: what was counted row by row is kept, and what is rare is found among what is frequent.

-- Refused at the door: mailed and bounced, but never sent. A report that comes later says of what class a bounce is.
CREATE OR REPLACE VIEW mail_facts AS
SELECT project_id,
       id,
       email_id,
       time_of(id) AS at,
       coalesce(data ->> 'sourceType', 'TRANSACTIONAL') AS source,
       (data ->> 'campaignId')::uuid AS campaign_id,
       CASE WHEN name = 'email.click' THEN data ->> 'link' END AS link,
       (name = 'email.sent')::int AS sent,
       (name = 'email.delivery')::int AS delivered,
       (name = 'email.open' AND data @> '{"isFirstOpen": true}')::int AS opened,
       (name = 'email.click' AND data @> '{"isFirstClick": true}')::int AS clicked,
       (name = 'email.bounce' AND data ->> 'bounceType' IS DISTINCT FROM 'Transient')::int AS bounced,
       (name = 'email.complaint')::int AS complained,
       (name = 'email.bounce' AND data ->> 'bounceType' IS DISTINCT FROM 'Transient' AND NOT data ? 'bounceClass')::int AS refused
  FROM events
 WHERE name IN ('email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint');

ALTER TABLE mail_counts ADD COLUMN refused bigint NOT NULL DEFAULT 0;
INSERT INTO mail_counts AS counted (project_id, at, source, sent, delivered, opened, clicked, bounced, complained, refused)
SELECT project_id, date_bin('15 minutes', bounced_at, 'epoch'), source, 0, 0, 0, 0, 0, 0, count(*)
  FROM emails
 WHERE error IS NOT NULL AND bounced_at IS NOT NULL AND sent_at IS NULL AND NOT test
   AND bounced_at < (SELECT rolled_until FROM report_progress)
 GROUP BY 1, 2, 3
    ON CONFLICT (project_id, at, source) DO UPDATE SET refused = excluded.refused;

-- What the log says of mail nobody wanted (io.godwit.sending.Unwanted): a campaign may leave a million such rows.
CREATE FUNCTION was_unwanted(error text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN error = 'The contact has unsubscribed' OR starts_with(error, 'The address is on the suppression list: ');
CREATE FUNCTION was_called_off(error text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN error IN ('The campaign was cancelled', 'The contact was deleted');

-- Each mail with an error is in one of four, where it was in one with all. None names status, which changes with every mail: an
-- update of an indexed column has to write all indexes. The others hold the few mails that something rare happened to.
DROP INDEX emails_with_error;
CREATE INDEX emails_unwanted ON emails (project_id, id) WHERE was_unwanted(error);
CREATE INDEX emails_called_off ON emails (project_id, id) WHERE was_called_off(error);
CREATE INDEX emails_bounced ON emails (project_id, id) WHERE bounced_at IS NOT NULL;
CREATE INDEX emails_failed ON emails (project_id, id)
    WHERE error IS NOT NULL AND bounced_at IS NULL AND NOT was_unwanted(error) AND NOT was_called_off(error);
CREATE INDEX emails_complained ON emails (project_id, id) WHERE complained_at IS NOT NULL;
CREATE INDEX emails_received ON emails (project_id, id) WHERE source = 'INBOUND';
