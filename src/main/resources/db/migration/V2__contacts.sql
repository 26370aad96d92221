-- Counts of contacts, kept up to date by every way in and never counted for a request. A transaction appends one row a
-- project; nobody waits for a shared counter.

COMMENT ON TABLE fields IS
    'The sticky type of each custom field, nested ones by their dotted path: the first value that is not null wins';

-- deltas is an object of name and number. The name is a custom field's path, or "email" for all contacts, or "subscribed"
-- for those subscribed; no custom field can have one of these two names.
CREATE TABLE contact_deltas (
    project_id uuid  NOT NULL,
    id         uuid  NOT NULL,
    deltas     jsonb NOT NULL,
    PRIMARY KEY (project_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- What was folded so far.
CREATE TABLE contact_counts (
    project_id uuid   NOT NULL,
    name       text   NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (project_id, name)
) WITH (fillfactor = 80);
