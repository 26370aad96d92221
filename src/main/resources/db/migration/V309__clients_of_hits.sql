-- 16 bits of a hash of the network a hit came from, for telling that two nodes behind a balancer have recorded hits of one client
-- within a minute (tracking.RepeatMarker). They are too few to tell the network. NULL: a hit that a provider reported, or of an
-- older version.
ALTER TABLE hits ADD COLUMN client smallint;
