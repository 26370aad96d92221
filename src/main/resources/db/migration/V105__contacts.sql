-- Contacts, the types of their custom fields, counts of them, and opt-outs of deleted ones.

-- The address book of a project. Written by ingestion, the contact API, imports, bulk actions and unsubscribes (package contacts);
-- read by nearly everything. No index on data or updated_at, and free space in every page: an update stays on its page and touches no
-- index.
--
-- A search is a scan of an index that holds the address, in the order of the page: 100 ms for a million contacts, whatever is
-- searched for, and it stops when the page is full. A trigram index finds nothing shorter than three letters, has to read and
-- sort every match of a frequent one, and made inserts of new contacts slower by 40 % (measured 2026-11-21); a wider key costs
-- them nothing that could be measured. subscribed is in both keys for the filter; it changes seldom.
CREATE TABLE contacts (
    project_id    uuid        NOT NULL,
    id            uuid        NOT NULL,
    -- Trimmed, lower case, the domain in A-labels.
    email         text        NOT NULL,
    subscribed    boolean     NOT NULL,
    -- The custom fields.
    data          jsonb       NOT NULL DEFAULT '{}',
    created_at    timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now(),
    -- Names of the custom fields that were last written with a public key: they make way when the project itself needs the room.
    -- NULL: none.
    public_fields text,
    -- Who said no to marketing mail: PROJECT when a request or a file of the project said so, PERSON when the contact did it by a
    -- link of an email or a complaint, ERASED when it had done either before it was deleted and created anew. NULL for a contact
    -- that is subscribed, and for one that has not been asked yet (a recipient of transactional mail).
    opt_out       text        CHECK (opt_out IN ('PROJECT', 'PERSON', 'ERASED')),
    CONSTRAINT contacts_email UNIQUE (project_id, email) INCLUDE (subscribed),
    PRIMARY KEY (project_id, id) INCLUDE (email, subscribed)
) WITH (fillfactor = 80);

-- The sticky type of each custom field, nested ones by their dotted path: the first value that is not null wins. Written by every
-- write of contacts and events that brings a new field, read by segments, exports and the field list (contacts.FieldStore).
CREATE TABLE fields (
    project_id uuid        NOT NULL,
    name       text        NOT NULL,
    type       text        NOT NULL CHECK (type IN ('string', 'number', 'boolean', 'date')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, name)
);

-- Changes of contact counts that are not folded yet: each transaction that changes contacts appends one row a project, so that
-- no two wait for a shared counter. Folded into contact_counts by a loop, read together with it (contacts.ContactCountStore).
CREATE TABLE contact_deltas (
    project_id uuid  NOT NULL,
    id         uuid  NOT NULL,
    -- An object of name and number. The name is a custom field's path, or "email" for all contacts, or "subscribed" for those
    -- subscribed; no custom field can have one of these two names.
    deltas     jsonb NOT NULL,
    PRIMARY KEY (project_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

-- The folded counts of contacts, by the names of contact_deltas, so that no request counts contacts. Written by the folding loop,
-- read by lists, field usage and project summaries (contacts.ContactCountStore).
CREATE TABLE contact_counts (
    project_id uuid   NOT NULL,
    name       text   NOT NULL,
    count      bigint NOT NULL,
    PRIMARY KEY (project_id, name)
) WITH (fillfactor = 80);

-- Addresses of deleted contacts that had said no, or were on the suppression list, as HMAC-SHA256 under a key outside the database:
-- a contact that is created again starts unsubscribed, and the address cannot be read from the row. Written by deletions, read by
-- inserts of contacts (contacts.OptOutStore, contacts.ContactStore).
CREATE TABLE opt_outs (
    project_id uuid        NOT NULL,
    hash       bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, hash)
);
