-- The size of each segment day by day (UTC), as it was counted last on that day; at most 400 days. Written by each computation and
-- recount (segments.SegmentStore, segments.compute.SegmentClaimStore), which delete older days, too; read by the history of a
-- segment and by the segment list.
CREATE TABLE segment_sizes (
    project_id   uuid   NOT NULL,
    segment_id   uuid   NOT NULL,
    day          date   NOT NULL,
    member_count bigint NOT NULL,
    PRIMARY KEY (project_id, segment_id, day)
) WITH (fillfactor = 90);

-- The history begins with what is known now.
INSERT INTO segment_sizes (project_id, segment_id, day, member_count)
SELECT project_id, id, (now() AT TIME ZONE 'UTC')::date, member_count FROM segments;
