-- False from an edit of its filter, or of one of a segment that its filter leads to, until the next computation: the rows of
-- segment_members are those of the filters before.
ALTER TABLE segments ADD COLUMN members_current boolean NOT NULL DEFAULT true;
