-- Campaigns: what is sent once to many, and how far that has come.

-- A UUIDv7 (RFC 9562 5.7) by this server's clock, for rows that are made by the thousand in one statement.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
                                          PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                                          FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

CREATE TABLE campaigns (
    project_id   uuid        NOT NULL,
    id           uuid        NOT NULL,
    name         text        NOT NULL,
    description  text,
    subject      text        NOT NULL,
    body         text        NOT NULL,
    from_email   text        NOT NULL,
    from_name    text,
    reply_to     text,
    class        text        NOT NULL CHECK (class IN ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
    audience     text        NOT NULL CHECK (audience IN ('ALL', 'SEGMENT', 'FILTERED')),
    segment_id   uuid        CHECK ((audience = 'SEGMENT') = (segment_id IS NOT NULL)),
    -- {operator, conditions}.
    filters      json        CHECK ((audience = 'FILTERED') = (filters IS NOT NULL)),
    status       text        NOT NULL DEFAULT 'DRAFT'
                             CHECK (status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED')),
    scheduled_at timestamptz,
    -- When sending began; contacts made later are not in the audience.
    started_at   timestamptz,
    ended_at     timestamptz,
    -- What is sent, fixed when sending began.
    content_id   uuid,
    -- How many are meant: by the last look, until the audience is frozen; then it is the audience.
    recipients   bigint      NOT NULL DEFAULT 0,
    frozen       boolean     NOT NULL DEFAULT false,
    -- The walk over the audience, in the order of contacts' ids: where it is, and how many it has passed.
    last_contact uuid,
    walked       bigint      NOT NULL DEFAULT 0,
    walk_ended   boolean     NOT NULL DEFAULT false,
    -- What became of its mail as of counted_at, for lists.
    counts       jsonb       NOT NULL DEFAULT '{}',
    counted_at   timestamptz,
    -- When there is something to do for it next; NULL when nothing is.
    due_at       timestamptz,
    -- NULL while nobody is at it.
    lease_until  timestamptz,
    -- Raised by every claim and by every change of state; whoever holds an older one stops.
    fence        bigint      NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL DEFAULT now(),
    updated_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);
CREATE INDEX campaigns_due ON campaigns (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX campaigns_of_segment ON campaigns (project_id, segment_id) WHERE segment_id IS NOT NULL;

-- The frozen audience of a campaign for a segment or a filter; a row goes when the walk passes it.
CREATE TABLE campaign_audience (
    project_id  uuid NOT NULL,
    campaign_id uuid NOT NULL,
    contact_id  uuid NOT NULL,
    PRIMARY KEY (project_id, campaign_id, contact_id)
);

-- Lane 3 is mail of paused campaigns: nobody claims it, and it keeps its place.
ALTER TABLE outbox ADD COLUMN campaign_id uuid;
CREATE INDEX outbox_of_campaign ON outbox (project_id, campaign_id, lane) WHERE campaign_id IS NOT NULL;

-- A look at a campaign by mail: it goes to whoever was named, subscribed or not, a contact or nobody, and is no news of anyone.
ALTER TABLE emails ADD COLUMN test boolean NOT NULL DEFAULT false;
CREATE INDEX emails_tests ON emails (project_id, created_at) WHERE test;
