-- The course of each campaign and its mailbox providers, kept as the other counts of reports are.

-- The two tables below hold the facts of campaigns between these moments. The counting loop (reports.RollupStore) moves the second
-- up to counted_until, and the first back until the first project's beginning. They are apart from counted_until, because a node of
-- an earlier version moves that without writing these tables.
ALTER TABLE email_count_progress
    ADD COLUMN campaigns_counted_from  timestamptz,
    ADD COLUMN campaigns_counted_until timestamptz;
UPDATE email_count_progress SET campaigns_counted_from = counted_until, campaigns_counted_until = counted_until;
ALTER TABLE email_count_progress
    ALTER COLUMN campaigns_counted_from SET NOT NULL,
    ALTER COLUMN campaigns_counted_until SET NOT NULL;

-- Counts of the emails of each campaign by quarters of an hour, because days begin at those somewhere. Written by the counting loop,
-- read by the time series of a campaign.
CREATE TABLE campaign_time_counts (
    project_id     uuid        NOT NULL,
    campaign_id    uuid        NOT NULL,
    at             timestamptz NOT NULL,
    sent           bigint      NOT NULL,
    delivered      bigint      NOT NULL,
    opened         bigint      NOT NULL,
    clicked        bigint      NOT NULL,
    bounced        bigint      NOT NULL,
    complained     bigint      NOT NULL,
    machine_opens  bigint      NOT NULL,
    machine_clicks bigint      NOT NULL,
    PRIMARY KEY (project_id, campaign_id, at)
) WITH (fillfactor = 80);

-- Counts of the emails of each campaign by the recipients' mailbox provider. Written by the counting loop, read by the report of a
-- campaign by provider.
CREATE TABLE campaign_provider_counts (
    project_id     uuid   NOT NULL,
    campaign_id    uuid   NOT NULL,
    provider       text   NOT NULL,
    sent           bigint NOT NULL,
    delivered      bigint NOT NULL,
    opened         bigint NOT NULL,
    clicked        bigint NOT NULL,
    bounced        bigint NOT NULL,
    complained     bigint NOT NULL,
    machine_opens  bigint NOT NULL,
    machine_clicks bigint NOT NULL,
    PRIMARY KEY (project_id, campaign_id, provider)
) WITH (fillfactor = 80);

-- How fast a large campaign was being sent when it was counted last, and the errors of that moment; NULL while it was not being sent.
-- Written and read with stats (campaigns.CampaignStatsStore).
ALTER TABLE campaigns ADD COLUMN sending json;
