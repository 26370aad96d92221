-- The addresses of contacts once more, many in a row, for the search by a part of an address. A scan of 2,900 bytes of text costs a
-- twentieth of a scan of an index entry for each address, and a signature of the trigrams in it tells of nine blocks in ten that
-- they do not hold a text (measured 2026-11-24: 7 ms instead of 140 ms of processor time for a million contacts). A trigram index of
-- the contacts themselves would cost each new one a tenth of its processor time.

-- Blocks of addresses. Rows without a signature are written by the triggers of contacts, one for each statement and project, in the
-- transaction that makes the contacts, so that a search misses none; a loop merges them into full blocks with a signature
-- (contacts.search.AddressBlockMerger). An address may stand in a block after its contact is gone, or twice: readers look contacts
-- up by what they find.
CREATE TABLE address_blocks (
    project_id uuid  NOT NULL,
    -- Grows with the time the block was made.
    id         uuid  NOT NULL,
    -- Each address between two line feeds.
    addresses  text  NOT NULL,
    -- A bit for each trigram of the addresses (contacts.AddressSignature); NULL for a block that is to be merged.
    signature  bytea,
    PRIMARY KEY (project_id, id)
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
-- Both stay in their row and as they are: two blocks fill a page, and each search reads them all.
ALTER TABLE address_blocks ALTER addresses SET STORAGE EXTERNAL, ALTER signature SET STORAGE EXTERNAL;
-- The blocks to merge.
CREATE INDEX address_blocks_open ON address_blocks (project_id, id) WHERE signature IS NULL;

-- Addresses that are no contact's any more and still stand in a block. Written by the triggers of contacts in the transaction that
-- deletes or renames them; the loop takes them out of the blocks, within seconds, and deletes the row
-- (contacts.search.AddressBlockMerger).
CREATE TABLE address_removals (
    project_id uuid NOT NULL,
    id         uuid NOT NULL,
    email      text NOT NULL,
    PRIMARY KEY (project_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

-- Appends the addresses of the contacts that a statement made, in blocks of at most a hundred.
CREATE FUNCTION add_address_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO address_blocks (project_id, id, addresses)
    SELECT project_id, (array_agg(id))[1], E'\n' || string_agg(email, E'\n') || E'\n'
      FROM (SELECT project_id, id, email, (row_number() OVER () - 1) / 100 AS part FROM made) numbered
     GROUP BY project_id, part;
    RETURN NULL;
END $$;
CREATE TRIGGER add_address_blocks AFTER INSERT ON contacts
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION add_address_blocks();

-- Notes the addresses of deleted contacts. Those of a project that is emptied need no note: its blocks go as a whole.
CREATE FUNCTION remove_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO address_removals (project_id, id, email)
    SELECT project_id, gen_random_uuid(), email
      FROM gone
     WHERE NOT EXISTS (SELECT FROM projects WHERE projects.id = gone.project_id AND wiping IS NOT NULL);
    RETURN NULL;
END $$;
CREATE TRIGGER remove_addresses AFTER DELETE ON contacts
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION remove_addresses();

-- Adds the new address of a contact and notes the old one.
CREATE FUNCTION rename_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO address_blocks (project_id, id, addresses)
    VALUES (NEW.project_id, gen_random_uuid(), E'\n' || NEW.email || E'\n');
    INSERT INTO address_removals (project_id, id, email) VALUES (OLD.project_id, gen_random_uuid(), OLD.email);
    RETURN NULL;
END $$;
CREATE TRIGGER rename_address AFTER UPDATE OF email ON contacts
    FOR EACH ROW WHEN (OLD.email <> NEW.email) EXECUTE FUNCTION rename_address();
