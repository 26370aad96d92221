-- How often each event happened on each day that is over (UTC, by the time in its id), so that nobody counts a log of millions
-- for a request. What happened since is counted in the log itself. Kept by a job, corrected by deletions.
CREATE TABLE event_days (
    project_id uuid   NOT NULL,
    name       text   NOT NULL,
    day        date   NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (project_id, name, day)
) WITH (fillfactor = 90);

-- The days before this one are in event_days. A project without a row has none there.
CREATE TABLE event_rollups (
    project_id  uuid NOT NULL PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    rolled_until date NOT NULL
);

-- The day on which a UUIDv7 was made: its first 48 bits are milliseconds (RFC 9562 §5.7).
CREATE FUNCTION day_of(id uuid) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC')::date;
