-- Counts of templates, workflows, links and the audience over time, kept as email_counts are.

-- The counts of the tables below hold the facts from this moment on, up to counted_until; those before are added by the counting
-- loop, backwards, until the first project's beginning.
ALTER TABLE email_count_progress ADD COLUMN details_counted_from timestamptz;
UPDATE email_count_progress SET details_counted_from = counted_until;
ALTER TABLE email_count_progress ALTER COLUMN details_counted_from SET NOT NULL;

-- Counts of the emails of each template by hours (UTC). Written by the counting loop (reports.RollupStore), read by the ranking of
-- templates.
CREATE TABLE template_email_counts (
    project_id     uuid        NOT NULL,
    at             timestamptz NOT NULL,
    template_id    uuid        NOT NULL,
    sent           bigint      NOT NULL,
    delivered      bigint      NOT NULL,
    opened         bigint      NOT NULL,
    clicked        bigint      NOT NULL,
    bounced        bigint      NOT NULL,
    complained     bigint      NOT NULL,
    machine_opens  bigint      NOT NULL,
    machine_clicks bigint      NOT NULL,
    PRIMARY KEY (project_id, at, template_id)
) WITH (fillfactor = 80);

-- Counts of the emails of each workflow by hours (UTC). Written by the counting loop, read by the ranking of workflows.
CREATE TABLE workflow_email_counts (
    project_id     uuid        NOT NULL,
    at             timestamptz NOT NULL,
    workflow_id    uuid        NOT NULL,
    sent           bigint      NOT NULL,
    delivered      bigint      NOT NULL,
    opened         bigint      NOT NULL,
    clicked        bigint      NOT NULL,
    bounced        bigint      NOT NULL,
    complained     bigint      NOT NULL,
    machine_opens  bigint      NOT NULL,
    machine_clicks bigint      NOT NULL,
    PRIMARY KEY (project_id, at, workflow_id)
) WITH (fillfactor = 80);

-- Counts of the clicks on each link of any email by hours (UTC). Written by the counting loop, read by the report of links.
CREATE TABLE link_counts (
    project_id     uuid        NOT NULL,
    at             timestamptz NOT NULL,
    -- MD5 of the link: links may be longer than what an index takes.
    link_hash      uuid        NOT NULL,
    link           text        NOT NULL,
    clicks         bigint      NOT NULL,
    -- The number of emails in which it was clicked for the first time.
    clickers       bigint      NOT NULL,
    machine_clicks bigint      NOT NULL,
    PRIMARY KEY (project_id, at, link_hash)
) WITH (fillfactor = 80);

-- The emails in which each link was clicked by a person, so that link_counts counts each of them once. Written and read by the
-- counting loop.
CREATE TABLE link_clickers (
    project_id uuid NOT NULL,
    email_id   uuid NOT NULL,
    link_hash  uuid NOT NULL,
    PRIMARY KEY (project_id, email_id, link_hash)
);

-- The facts of subscriptions, for counting: contacts that changed their mind, and why. A created contact is no event; the counting
-- loop reads those from the ids of contacts.
CREATE VIEW subscription_facts AS
SELECT events.project_id,
       events.id,
       uuid_v7_time(events.id) AS at,
       CASE WHEN events.name = 'contact.subscribed' THEN 'SUBSCRIBED' ELSE 'UNSUBSCRIBED' END AS kind,
       CASE WHEN events.name = 'contact.subscribed' THEN ''
            ELSE coalesce(events.data ->> 'reason', CASE WHEN events.email_id IS NULL THEN 'project' ELSE 'link' END) END AS reason,
       coalesce(emails.source, '') AS source
  FROM events
  LEFT JOIN emails ON emails.project_id = events.project_id AND emails.id = events.email_id
 WHERE events.name IN ('contact.subscribed', 'contact.unsubscribed');

-- Counts of contacts that were created, subscribed again or unsubscribed, by quarters of an hour. Written by the counting loop, read
-- by the overview and the report of the audience.
CREATE TABLE audience_counts (
    project_id uuid        NOT NULL,
    at         timestamptz NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('CREATED', 'SUBSCRIBED', 'UNSUBSCRIBED')),
    -- Of unsubscriptions: link (of an email), project (an API call, an import or a user), bounce, complaint or another word of
    -- whoever reported it; empty for the other kinds.
    reason     text        NOT NULL,
    -- The source of the email it came by; empty when it came by none.
    source     text        NOT NULL,
    count      bigint      NOT NULL,
    PRIMARY KEY (project_id, at, kind, reason, source)
) WITH (fillfactor = 80);
