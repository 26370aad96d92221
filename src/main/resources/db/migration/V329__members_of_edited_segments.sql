-- False from an edit of the filter until the next computation: the rows of segment_members are those of the filter before.
ALTER TABLE segments ADD COLUMN members_current boolean NOT NULL DEFAULT true;
