-- Counts of emails for reports, kept as events come, so that no request counts a log of millions.

-- The operator of a domain's mailboxes, for the large ones that are known by their names. Called by the counting loop and by the
-- report by provider.
CREATE FUNCTION mailbox_provider(domain text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
        WHEN domain IN ('gmail.com', 'googlemail.com') THEN 'Google'
        WHEN domain ~ '^(outlook|hotmail|live|msn)\.[a-z.]{2,6}$' THEN 'Microsoft'
        WHEN domain ~ '^(yahoo|ymail|rocketmail)\.[a-z.]{2,6}$' OR domain IN ('aol.com', 'aim.com', 'verizon.net') THEN 'Yahoo'
        WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN 'Apple'
        WHEN domain IN ('gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'web.de', 'mail.com', '1und1.de') THEN 'GMX and WEB.DE'
        WHEN domain IN ('t-online.de', 'magenta.de') THEN 'T-Online'
        WHEN domain IN ('orange.fr', 'wanadoo.fr') THEN 'Orange'
        WHEN domain IN ('free.fr', 'laposte.net', 'sfr.fr') THEN 'Other French providers'
        WHEN domain IN ('libero.it', 'virgilio.it', 'alice.it', 'tiscali.it') THEN 'Italian providers'
        WHEN domain IN ('mail.ru', 'bk.ru', 'list.ru', 'inbox.ru') THEN 'Mail.ru'
        WHEN domain ~ '^yandex\.[a-z.]{2,6}$' OR domain = 'ya.ru' THEN 'Yandex'
        WHEN domain IN ('qq.com', 'foxmail.com') THEN 'QQ'
        WHEN domain IN ('163.com', '126.com', 'yeah.net') THEN 'NetEase'
        WHEN domain IN ('naver.com', 'daum.net', 'hanmail.net') THEN 'Korean providers'
        WHEN domain IN ('proton.me', 'protonmail.com', 'pm.me') THEN 'Proton'
        WHEN domain IN ('comcast.net', 'xfinity.com') THEN 'Comcast'
        WHEN domain IN ('fastmail.com', 'fastmail.fm') THEN 'Fastmail'
        ELSE 'Others' END;

-- The facts of email events, for counting. Opens and clicks count once an email, the first of each. refused: bounced without ever
-- having been sent; a report that comes later says of what class a bounce is.
CREATE VIEW email_facts AS
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
       (name = 'email.bounce' AND data ->> 'bounceType' IS DISTINCT FROM 'Transient' AND NOT data ? 'bounceClass')::int AS refused
  FROM events
 WHERE name IN ('email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint');

-- One row: facts of events with lower ids than this moment's are counted in the tables below, those of later ones are not yet.
-- Written by the counting loop (reports.RollupStore), read by every report and by reputation.
CREATE TABLE email_count_progress (
    only_row      boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    counted_until timestamptz NOT NULL
);

INSERT INTO email_count_progress (counted_until) VALUES (date_trunc('hour', now()));

-- Counts of a project by quarters of an hour, because days begin at those somewhere. Written by the counting loop
-- (reports.RollupStore), read by reports and by reputation, as the tables below.
CREATE TABLE email_counts (
    project_id uuid        NOT NULL,
    at         timestamptz NOT NULL,
    source     text        NOT NULL,
    sent       bigint      NOT NULL,
    delivered  bigint      NOT NULL,
    opened     bigint      NOT NULL,
    clicked    bigint      NOT NULL,
    bounced    bigint      NOT NULL,
    complained bigint      NOT NULL,
    refused    bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, at, source)
) WITH (fillfactor = 80);

-- Counts of a project by quarters of a day (UTC) and by the recipients' mailbox provider. Written by the counting loop, read by the
-- report by provider.
CREATE TABLE email_provider_counts (
    project_id uuid        NOT NULL,
    at         timestamptz NOT NULL,
    source     text        NOT NULL,
    provider   text        NOT NULL,
    sent       bigint      NOT NULL,
    delivered  bigint      NOT NULL,
    opened     bigint      NOT NULL,
    clicked    bigint      NOT NULL,
    bounced    bigint      NOT NULL,
    complained bigint      NOT NULL,
    PRIMARY KEY (project_id, at, source, provider)
) WITH (fillfactor = 80);

-- Counts of each campaign. Written by the counting loop, read by the report of campaigns.
CREATE TABLE campaign_counts (
    project_id  uuid   NOT NULL,
    campaign_id uuid   NOT NULL,
    sent        bigint NOT NULL,
    delivered   bigint NOT NULL,
    opened      bigint NOT NULL,
    clicked     bigint NOT NULL,
    bounced     bigint NOT NULL,
    complained  bigint NOT NULL,
    PRIMARY KEY (project_id, campaign_id)
) WITH (fillfactor = 80);

-- Counts of the clicks on each link of each campaign. Written by the counting loop, read by the report of a campaign's links.
CREATE TABLE campaign_links (
    project_id  uuid   NOT NULL,
    campaign_id uuid   NOT NULL,
    -- MD5 of the link: links may be longer than what an index takes.
    link_hash   uuid   NOT NULL,
    link        text   NOT NULL,
    clicks      bigint NOT NULL,
    -- The number of emails it was clicked in.
    clickers    bigint NOT NULL,
    PRIMARY KEY (project_id, campaign_id, link_hash)
) WITH (fillfactor = 80);

-- The emails in which each link was clicked, so that campaign_links counts each of them once. Written and read by the counting loop.
CREATE TABLE campaign_clickers (
    project_id  uuid NOT NULL,
    campaign_id uuid NOT NULL,
    link_hash   uuid NOT NULL,
    email_id    uuid NOT NULL,
    PRIMARY KEY (project_id, campaign_id, link_hash, email_id)
);
