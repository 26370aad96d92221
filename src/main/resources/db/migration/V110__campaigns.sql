-- Campaigns: emails that are sent once to many contacts, and how far that has come.

-- The campaigns of a project. Written by the campaign API (campaigns.CampaignStore), by the worker that goes through the audience
-- (campaigns.AudienceStore) and by the one that refreshes statistics (campaigns.CampaignStatsStore); read by lists, reports and the
-- activity feed. A row is also the queue of its work, by due_at, lease_until and fence.
CREATE TABLE campaigns (
    project_id      uuid        NOT NULL,
    id              uuid        NOT NULL,
    name            text        NOT NULL,
    description     text,
    subject         text        NOT NULL,
    body            text        NOT NULL,
    from_email      text        NOT NULL,
    from_name       text,
    reply_to        text,
    email_class     text        NOT NULL CHECK (email_class IN ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
    audience        text        NOT NULL CHECK (audience IN ('ALL', 'SEGMENT', 'FILTERED')),
    segment_id      uuid        CHECK ((audience = 'SEGMENT') = (segment_id IS NOT NULL)),
    -- {operator, conditions}.
    filters         json        CHECK ((audience = 'FILTERED') = (filters IS NOT NULL)),
    status          text        NOT NULL DEFAULT 'DRAFT'
                                CHECK (status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED')),
    scheduled_at    timestamptz,
    -- When sending began; contacts made later are not in the audience.
    started_at      timestamptz,
    ended_at        timestamptz,
    -- The contents that are sent, fixed when sending began.
    content_id      uuid,
    -- The number of recipients: as of the last count until the audience is frozen; then it is the audience.
    recipients      bigint      NOT NULL DEFAULT 0,
    audience_frozen boolean     NOT NULL DEFAULT false,
    -- The cursor over the audience, in the order of contacts' ids: the last contact, how many it has passed, whether it is at the end.
    last_contact    uuid,
    audience_passed bigint      NOT NULL DEFAULT 0,
    audience_done   boolean     NOT NULL DEFAULT false,
    -- The numbers of its emails by outcome as of counted_at, for lists.
    stats           jsonb       NOT NULL DEFAULT '{}',
    counted_at      timestamptz,
    -- When there is something to do for it next; NULL when there is nothing.
    due_at          timestamptz,
    lease_until     timestamptz,
    -- Raised by every claim and by every change of state; a holder with an older one stops.
    fence           bigint      NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    -- After a cancellation, emails that never went out are marked as cancelled in the order of contacts' ids, once they have left
    -- the outbox: up to here.
    cancel_cursor   uuid,
    -- Why it was paused by the platform; NULL when a user paused it.
    pause_reason    text,
    -- Why emails of it did not go out, as of counted_at: [{outcome, reason, count}], the most frequent first.
    reasons         json        NOT NULL DEFAULT '[]',
    PRIMARY KEY (project_id, id)
);
-- The claim of the next campaign to work on.
CREATE INDEX campaigns_due ON campaigns (due_at) WHERE due_at IS NOT NULL;
-- The campaigns that use a segment.
CREATE INDEX campaigns_of_segment ON campaigns (project_id, segment_id) WHERE segment_id IS NOT NULL;

-- The frozen audience of a campaign for a segment or a filter. Written when sending begins; a row is deleted when the cursor
-- passes it (campaigns.AudienceStore).
CREATE TABLE campaign_audience (
    project_id  uuid NOT NULL,
    campaign_id uuid NOT NULL,
    contact_id  uuid NOT NULL,
    PRIMARY KEY (project_id, campaign_id, contact_id)
);
