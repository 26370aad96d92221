-- False while the members that the present filter finds have not been counted yet: member_count is that of the filter before, or 0.
ALTER TABLE segments ADD COLUMN counted boolean NOT NULL DEFAULT true;

-- False for the first row of a segment whose other rows are still being computed: it is shown meanwhile, and its total is the least
-- number of contacts that there are.
ALTER TABLE segment_pages ADD COLUMN complete boolean NOT NULL DEFAULT true;
