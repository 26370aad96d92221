-- A search is a walk over an index that holds the address, in the order of the page: 100 ms for a million contacts, whatever
-- is searched for, and it stops when the page is full. A trigram index finds nothing shorter than three letters, has to read
-- and sort every match of a frequent one, and made inserts of new contacts slower by 40 % (measured 2026-11-21); a wider key
-- costs them nothing that could be measured. subscribed rides along for the filter; it changes seldom.
ALTER TABLE contacts DROP CONSTRAINT contacts_pkey, ADD PRIMARY KEY (project_id, id) INCLUDE (email, subscribed);
ALTER TABLE contacts DROP CONSTRAINT contacts_email,
    ADD CONSTRAINT contacts_email UNIQUE (project_id, email) INCLUDE (subscribed);

COMMENT ON TABLE fields IS
    'The sticky type of each custom field, nested ones by their dotted path: the first value that is not null wins';

-- Counts of contacts, kept up to date by every way in and never counted for a request. A transaction appends one row a
-- project; nobody waits for a shared counter. deltas is an object of name and number. The name is a custom field's path, or
-- "email" for all contacts, or "subscribed" for those subscribed; no custom field can have one of these two names.
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

-- Contacts that are there already.
INSERT INTO contact_counts
SELECT project_id, 'email', count(*) FROM contacts GROUP BY project_id
UNION ALL
SELECT project_id, 'subscribed', count(*) FROM contacts WHERE subscribed GROUP BY project_id
UNION ALL
SELECT project_id, key, count(*) FROM contacts, jsonb_object_keys(data) AS key GROUP BY project_id, key;

-- And what is inside their objects, to the rule of FieldPaths: at most 100 paths an object.
CREATE TEMPORARY TABLE nested ON COMMIT DROP AS
WITH RECURSIVE inside AS (
    SELECT project_id, id, key AS top, key AS path, value FROM contacts, jsonb_each(data)
     WHERE jsonb_typeof(value) = 'object'
     UNION ALL
    SELECT project_id, id, top, path || '.' || member.key, member.value
      FROM inside, jsonb_each(CASE jsonb_typeof(value) WHEN 'object' THEN value ELSE '{}' END) AS member
     WHERE jsonb_typeof(member.value) <> 'null' AND length(member.key) BETWEEN 1 AND 128
       AND position('.' IN member.key) = 0 AND length(path) + 1 + length(member.key) <= 512)
SELECT project_id, path, value
  FROM (SELECT *, count(*) OVER (PARTITION BY project_id, id, top) AS paths FROM inside WHERE path <> top) counted
 WHERE paths <= 100;

INSERT INTO contact_counts SELECT project_id, path, count(*) FROM nested GROUP BY project_id, path
    ON CONFLICT (project_id, name) DO UPDATE SET count = contact_counts.count + excluded.count;

INSERT INTO fields (project_id, name, type)
SELECT DISTINCT ON (project_id, path) project_id, path,
       CASE WHEN jsonb_typeof(value) IN ('number', 'boolean') THEN jsonb_typeof(value)
            WHEN value #>> '{}' ~ '^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{3})?Z)?$' THEN 'date'
            ELSE 'string' END
  FROM nested
    ON CONFLICT DO NOTHING;
