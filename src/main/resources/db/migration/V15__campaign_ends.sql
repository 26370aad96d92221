-- What campaigns tell beyond V8: who left by a link of theirs, and how far a cancelled one's mail is written off.

-- When its reader left by a link of this mail; the first time.
ALTER TABLE emails ADD COLUMN unsubscribed_at timestamptz;

-- Mail of a cancelled campaign that never went out is written off in the order of contacts' ids, once its queue is empty: up to here.
ALTER TABLE campaigns ADD COLUMN cleared_to uuid;
