-- The fences of the claims of which alone_lost_leases counts the end: a lease that ended while its node carried on nothing else. A node
-- that was only slow or paused finds its fence here and takes the count back, for it did not die. NULL: none, or of an older version.
ALTER TABLE outbox ADD COLUMN alone_lost_fences bigint[];
ALTER TABLE jobs ADD COLUMN alone_lost_fences bigint[];
ALTER TABLE execution_timers ADD COLUMN alone_lost_fences bigint[];
