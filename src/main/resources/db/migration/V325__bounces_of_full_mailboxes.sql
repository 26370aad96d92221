-- An email that was given up because its mailbox stayed full has bounced, and was missing in the counts.

-- The facts of email events and of machines' hits, for counting. Opens and clicks count once an email, the first of each.
-- refused: bounced without ever having been sent; a report that comes later says of what class a bounce is. link_clicks and
-- machine_link_clicks: one click each on the link. given_up: those of bounced whose mailbox stayed full. Emails to addresses of the
-- delivery simulator are no facts.
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
       (name = 'email.bounce' AND (data ->> 'bounceType' IS DISTINCT FROM 'Transient' OR data ? 'bouncedAt'))::int AS bounced,
       (name = 'email.complaint')::int AS complained,
       (name = 'email.bounce' AND data ->> 'bounceType' IS DISTINCT FROM 'Transient' AND NOT data ? 'bounceClass')::int AS refused,
       0 AS machine_opens,
       0 AS machine_clicks,
       (name = 'email.click')::int AS link_clicks,
       0 AS machine_link_clicks,
       (name = 'email.bounce' AND data ->> 'bounceType' = 'Transient' AND data ? 'bouncedAt')::int AS given_up
  FROM events
 WHERE name IN ('email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint')
   AND NOT data ? 'simulated'
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
       (hits.kind = 'CLICK' AND hits.repeats IS NULL)::int,
       0
  FROM hits
  LEFT JOIN emails ON emails.project_id = hits.project_id AND emails.id = hits.email_id
 WHERE hits.origin <> 'HUMAN' AND hits.counted_id IS NOT NULL;
