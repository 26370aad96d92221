-- A row whose node died over it again and again is a suspect. It is worked while no other is composed or carried out beside it,
-- and only deaths meanwhile count against it.
ALTER TABLE outbox ADD COLUMN alone boolean NOT NULL DEFAULT false;
ALTER TABLE outbox ADD COLUMN alone_crashes integer NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN alone boolean NOT NULL DEFAULT false;
ALTER TABLE jobs ADD COLUMN alone_crashes integer NOT NULL DEFAULT 0;

-- The node that claimed it last, by the id in its journal's directory: a node that comes back knows that its own leases are over.
ALTER TABLE outbox ADD COLUMN holder uuid;
