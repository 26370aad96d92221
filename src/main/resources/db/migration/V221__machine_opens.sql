-- Opens and clicks by machines (mail clients that prefetch, scanners), apart from those of persons.

-- How often a machine opened the email and followed its links; persons' are in opens and clicks. Written by the loop that evaluates
-- hits (tracking.EngagementStore), read by the email list and by the statistics of a campaign.
ALTER TABLE emails
    ADD COLUMN machine_opens  integer NOT NULL DEFAULT 0,
    ADD COLUMN machine_clicks integer NOT NULL DEFAULT 0;

ALTER TABLE hits
    -- A UUIDv7 of the moment it was evaluated, so that reports read hits by time as they read events; NULL: not evaluated yet, or
    -- before machines were counted.
    ADD COLUMN counted_id     uuid,
    -- The first of its kind by a machine of this email, which is counted once an email.
    ADD COLUMN first_of_email boolean NOT NULL DEFAULT false;
-- The evaluated hits of machines, by time: reports and the loop that counts them.
CREATE INDEX hits_of_machines ON hits (project_id, counted_id) WHERE origin <> 'HUMAN' AND counted_id IS NOT NULL;

-- The facts of email events and of machines' hits, for counting. Opens and clicks count once an email, the first of each.
-- refused: bounced without ever having been sent; a report that comes later says of what class a bounce is. link_clicks and
-- machine_link_clicks: one click each on the link.
CREATE OR REPLACE VIEW email_facts AS
SELECT project_id,
       id,
       email_id,
       uuid_v7_time(id) AS at,
       coalesce(data ->> 'sourceType', 'TRANSACTIONAL') AS source,
       (data ->> 'campaignId')::uuid AS campaign_id,
       CASE WHEN name = 'email.click' THEN data ->> 'link' END AS link,
       (name = 'email.sent')::int AS sent,
       (name = 'email.delivery')::int AS delivered,
       (name = 'email.open' AND data @> '{"isFirstOpen": true}')::int AS opened,
       (name = 'email.click' AND data @> '{"isFirstClick": true}')::int AS clicked,
       (name = 'email.bounce' AND data ->> 'bounceType' IS DISTINCT FROM 'Transient')::int AS bounced,
       (name = 'email.complaint')::int AS complained,
       (name = 'email.bounce' AND data ->> 'bounceType' IS DISTINCT FROM 'Transient' AND NOT data ? 'bounceClass')::int AS refused,
       0 AS machine_opens,
       0 AS machine_clicks,
       (name = 'email.click')::int AS link_clicks,
       0 AS machine_link_clicks
  FROM events
 WHERE name IN ('email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint')
 UNION ALL
SELECT hits.project_id,
       hits.counted_id,
       hits.email_id,
       uuid_v7_time(hits.counted_id),
       coalesce(emails.source, 'TRANSACTIONAL'),
       emails.campaign_id,
       hits.link,
       0, 0, 0, 0, 0, 0, 0,
       (hits.kind = 'OPEN' AND hits.first_of_email)::int,
       (hits.kind = 'CLICK' AND hits.first_of_email)::int,
       0,
       (hits.kind = 'CLICK' AND hits.repeats IS NULL)::int
  FROM hits
  LEFT JOIN emails ON emails.project_id = hits.project_id AND emails.id = hits.email_id
 WHERE hits.origin <> 'HUMAN' AND hits.counted_id IS NOT NULL;

ALTER TABLE email_counts
    ADD COLUMN machine_opens  bigint NOT NULL DEFAULT 0,
    ADD COLUMN machine_clicks bigint NOT NULL DEFAULT 0;
ALTER TABLE email_provider_counts
    ADD COLUMN machine_opens  bigint NOT NULL DEFAULT 0,
    ADD COLUMN machine_clicks bigint NOT NULL DEFAULT 0;
ALTER TABLE campaign_counts
    ADD COLUMN machine_opens  bigint NOT NULL DEFAULT 0,
    ADD COLUMN machine_clicks bigint NOT NULL DEFAULT 0;
ALTER TABLE campaign_links
    -- Clicks by machines, each one; clicks and clickers are persons'.
    ADD COLUMN machine_clicks bigint NOT NULL DEFAULT 0;
