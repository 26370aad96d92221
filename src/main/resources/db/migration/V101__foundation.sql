-- What every other file needs: the two one-row tables about the installation and its schema, and the functions about ids.
--
-- Conventions of all files: project_id leads every primary, unique and foreign key of a tenant table, so that no row can point
-- into another project. The tables that every request writes (events, emails, outbox, email_attempts, executions) have no
-- foreign keys: one transaction writes their rows together, and jobs delete them. Ids are UUIDv7 (RFC 9562 5.7), so an order by
-- id is an order by time. Column names that occur in several queues mean the same everywhere: due_at (may be claimed from then
-- on), lease_until (end of the holder's lease; NULL while there is no holder), fence (raised by every claim; a write with an older
-- one comes from a holder that lost its lease), attempts (begun), lost_leases (leases that ran out while the work was going on).

-- One row about this installation. Written at the first start and by key changes (projects.InstallationStore), read by every node.
CREATE TABLE installation (
    only_row        boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    -- Of the encryption and signing keys: a node that is started with other keys than the data was written with is refused.
    key_fingerprint bytea       NOT NULL,
    -- Raised by every rotation, revocation and suspension; each node reads it once a second and drops its cached keys.
    keys_version    bigint      NOT NULL DEFAULT 1,
    created_at      timestamptz NOT NULL DEFAULT now()
);

-- One row: the oldest migration a jar must know to work on this schema. Written by migrations that older jars cannot bear, read at
-- every start (db.SchemaVersionCheck). A jar that knows less refuses to start; one that is older than the schema and knows as much
-- may run beside newer ones, as during a rolling upgrade.
CREATE TABLE schema_floor (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  integer NOT NULL
);

INSERT INTO schema_floor (version) VALUES (118);

-- A UUIDv7 by this server's clock, for rows that are made by the thousand in one statement.
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
                                          PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                                          FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- The moment a UUIDv7 was made: its first 48 bits are milliseconds.
CREATE FUNCTION uuid_v7_time(id uuid) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);

-- The lowest UUIDv7 that can be made from a moment on: id >= uuid_v7_floor(t) selects by time through an index on ids.
CREATE FUNCTION uuid_v7_floor(moment timestamptz) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The day (UTC) on which a UUIDv7 was made.
CREATE FUNCTION uuid_v7_date(id uuid) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC')::date;
