-- The log of events and its daily counts.

-- Every event of every contact. Appended by ingestion and by the platform's own features (events.AppendStore), deleted by retention
-- and with contacts; read by contact pages, segments, reports and workflows. Partitioned by month: partitions are made three months
-- ahead by a loop (events.PartitionStore); rows outside them are in the default one.
CREATE TABLE events (
    project_id    uuid        NOT NULL,
    id            uuid        NOT NULL,
    contact_id    uuid        NOT NULL,
    name          text        NOT NULL,
    data          jsonb,
    email_id      uuid,
    -- How many triggers of workflows led to this event; a chain is cut at its limit.
    trigger_depth smallint    NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (project_id, id)
) PARTITION BY RANGE (id);
-- The events of months that have no partition. Written by inserts of such ids, moved when the partition is made.
CREATE TABLE events_default PARTITION OF events DEFAULT;
-- A contact's list of events, conditions of segments on a contact's events, waits that look back.
CREATE INDEX events_of_contact ON events (project_id, contact_id, id);
-- The event list and the activity feed by name, counts of one event, conditions of segments by event.
CREATE INDEX events_by_name ON events (project_id, name, id);
-- The events of an email: its detail page, and the context that opens and clicks take from its email.sent.
CREATE INDEX events_of_email ON events (project_id, email_id) WHERE email_id IS NOT NULL;

-- How often each event happened on each day that is over (UTC, by the time in its id), so that no request counts a log of
-- millions; what happened since is counted in the log itself. Written by a loop, corrected by deletions (events.EventCountStore),
-- read by event statistics.
CREATE TABLE event_daily_counts (
    project_id uuid   NOT NULL,
    name       text   NOT NULL,
    day        date   NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (project_id, name, day)
) WITH (fillfactor = 90);

-- The days before this one are in event_daily_counts; a project without a row has none there. Written by the same loop, read
-- together with the counts.
CREATE TABLE event_count_progress (
    project_id    uuid NOT NULL PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    counted_until date NOT NULL
);
