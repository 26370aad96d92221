-- What reports are made of: facts about mail, counted as they come, so that no request counts a log of millions.

-- When a UUIDv7 was made, and the lowest one that can be made from then on: its first 48 bits are milliseconds (RFC 9562 5.7).
CREATE FUNCTION time_of(id uuid) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);
CREATE FUNCTION first_id(moment timestamptz) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Who runs the mailboxes of a domain, for the large ones that say it by their names.
CREATE FUNCTION provider_of(domain text) RETURNS text
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

-- What events tell of mail. Opens and clicks count once an email, the first of each.
CREATE VIEW mail_facts AS
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
       (name = 'email.complaint')::int AS complained
  FROM events
 WHERE name IN ('email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint');

-- One row: facts of events with lower ids than this moment's are counted below, those of later ones are not yet.
CREATE TABLE report_progress (
    only_row     boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    rolled_until timestamptz NOT NULL
);
INSERT INTO report_progress (rolled_until)
SELECT date_trunc('hour', coalesce(min(created_at), now())) FROM projects;

-- By quarters of an hour, because days begin at those somewhere.
CREATE TABLE mail_counts (
    project_id uuid        NOT NULL,
    at         timestamptz NOT NULL,
    source     text        NOT NULL,
    sent       bigint      NOT NULL,
    delivered  bigint      NOT NULL,
    opened     bigint      NOT NULL,
    clicked    bigint      NOT NULL,
    bounced    bigint      NOT NULL,
    complained bigint      NOT NULL,
    PRIMARY KEY (project_id, at, source)
) WITH (fillfactor = 80);

-- By quarters of a day (UTC) and by who receives.
CREATE TABLE mail_providers (
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

CREATE TABLE campaign_totals (
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

CREATE TABLE campaign_links (
    project_id  uuid   NOT NULL,
    campaign_id uuid   NOT NULL,
    -- MD5 of the link: links may be longer than what an index takes.
    link_hash   uuid   NOT NULL,
    link        text   NOT NULL,
    clicks      bigint NOT NULL,
    -- How many emails it was clicked in.
    clickers    bigint NOT NULL,
    PRIMARY KEY (project_id, campaign_id, link_hash)
) WITH (fillfactor = 80);

CREATE TABLE campaign_clickers (
    project_id  uuid NOT NULL,
    campaign_id uuid NOT NULL,
    link_hash   uuid NOT NULL,
    email_id    uuid NOT NULL,
    PRIMARY KEY (project_id, campaign_id, link_hash, email_id)
);

-- For the feed: who began and who ended, by time.
CREATE INDEX executions_by_start ON executions (project_id, started_at, id);
CREATE INDEX executions_by_end ON executions (project_id, completed_at, id) WHERE completed_at IS NOT NULL;
