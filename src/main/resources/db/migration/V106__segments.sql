-- Segments, their members, and what their computation needs.

-- The moment a text stands for, NULL for a text that is no date; never an error, whatever the text. YYYY-MM-DD, or with a time
-- THH:MM, seconds, a fraction of up to nine digits (cut to six) and a zone (Z or +-HH:MM, at most 14 hours), all but the
-- minutes optional; without a zone it is UTC. io.godwit.segments.filter reads the same texts in Java.
-- By hand and not by a regular expression, which takes ten times as long.
CREATE FUNCTION parse_timestamp(value text) RETURNS timestamptz LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
    shape  text;
    clock  text := '';
    zone   text := 'Z';
    year   integer;
    month  integer;
    day    integer;
    offset_minutes integer;
BEGIN
    -- What nearly all of them look like, without a look at the calendar.
    IF translate(value, '012345678', '999999999') IN ('9999-99-99T99:99:99.999Z', '9999-99-99T99:99:99Z')
       AND substr(value, 9, 2) COLLATE "C" BETWEEN '01' AND '28' AND substr(value, 6, 2) COLLATE "C" BETWEEN '01' AND '12'
       AND substr(value, 12, 2) COLLATE "C" <= '23' AND substr(value, 15, 2) COLLATE "C" <= '59'
       AND substr(value, 18, 2) COLLATE "C" <= '59' AND substr(value, 1, 4) <> '0000' THEN
        RETURN value::timestamptz;
    END IF;
    IF length(value) NOT BETWEEN 10 AND 35 OR substr(value, 5, 1) <> '-' THEN
        RETURN NULL;
    END IF;
    shape := translate(value, '012345678', '999999999');
    IF left(shape, 10) <> '9999-99-99' THEN
        RETURN NULL;
    END IF;
    IF length(value) > 10 THEN
        IF right(shape, 6) IN ('+99:99', '-99:99') THEN
            zone := right(value, 6);
            clock := substr(shape, 11, length(shape) - 16);
            offset_minutes := substr(zone, 2, 2)::integer * 60 + substr(zone, 5, 2)::integer;
            IF offset_minutes > 840 OR substr(zone, 5, 2) > '59' THEN
                RETURN NULL;
            END IF;
        ELSIF right(shape, 1) = 'Z' THEN
            clock := substr(shape, 11, length(shape) - 11);
        ELSE
            clock := substr(shape, 11);
        END IF;
        IF clock NOT IN ('T99:99', 'T99:99:99')
           AND (left(clock, 10) <> 'T99:99:99.' OR length(clock) NOT BETWEEN 11 AND 19
                OR translate(substr(clock, 11), '9', '') <> '') THEN
            RETURN NULL;
        END IF;
        IF substr(value, 12, 2)::integer > 23 OR substr(value, 15, 2)::integer > 59
           OR (length(clock) > 6 AND substr(value, 18, 2)::integer > 59) THEN
            RETURN NULL;
        END IF;
    END IF;
    year := substr(value, 1, 4)::integer;
    month := substr(value, 6, 2)::integer;
    day := substr(value, 9, 2)::integer;
    IF year = 0 OR month NOT BETWEEN 1 AND 12 OR day NOT BETWEEN 1 AND (CASE
           WHEN month IN (4, 6, 9, 11) THEN 30
           WHEN month <> 2 THEN 31
           WHEN year % 4 = 0 AND (year % 100 <> 0 OR year % 400 = 0) THEN 29
           ELSE 28 END) THEN
        RETURN NULL;
    END IF;
    IF clock = '' THEN
        RETURN make_timestamptz(year, month, day, 0, 0, 0, 'UTC');
    END IF;
    RETURN (left(value, 10 + least(length(clock), 16)) || zone)::timestamptz;
END
$$;

-- The segments of a project. Written by the segment API (segments.SegmentStore) and by their computation
-- (segments.compute.SegmentClaimStore); read by lists, campaigns, schedules and filters. A row is also the queue of its
-- computation, by due_at, lease_until and fence.
CREATE TABLE segments (
    project_id       uuid        NOT NULL,
    id               uuid        NOT NULL,
    name             text        NOT NULL,
    -- In the names of its events, fixed when the segment is made: a new name must not break the workflows that wait for them.
    slug             text        NOT NULL,
    description      text,
    type             text        NOT NULL CHECK (type IN ('DYNAMIC', 'STATIC')),
    -- {operator, conditions}; NULL for STATIC.
    filters          json        CHECK ((type = 'STATIC') = (filters IS NULL)),
    track_membership boolean     NOT NULL DEFAULT false,
    -- False until the contacts that were in a segment when its tracking began are recorded as members, which makes no events.
    baseline_recorded boolean    NOT NULL DEFAULT false,
    -- As of the last computation.
    member_count     bigint      NOT NULL DEFAULT 0,
    -- When it is to be counted or computed next.
    due_at           timestamptz NOT NULL DEFAULT now(),
    lease_until      timestamptz,
    -- Raised by every claim, and by every change of the filter; a holder with an older one stops.
    fence            bigint      NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id),
    CONSTRAINT segments_slug UNIQUE (project_id, slug)
) WITH (fillfactor = 70);
-- The claim of the next segment to compute.
CREATE INDEX segments_due ON segments (due_at);

-- Members of static and tracked segments; a row is deleted when its contact leaves. Written by computations and by the member API
-- (segments.SegmentMemberStore), read by member lists, by filters that name the segment and by campaigns.
CREATE TABLE segment_members (
    project_id uuid        NOT NULL,
    segment_id uuid        NOT NULL,
    contact_id uuid        NOT NULL,
    entered_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, segment_id, contact_id)
);
-- A contact's segments, and the deletion of a contact.
CREATE INDEX segment_members_of_contact ON segment_members (project_id, contact_id);
-- The member list, by the time of entry.
CREATE INDEX segment_members_by_entry ON segment_members (project_id, segment_id, entered_at, contact_id);

-- Contacts that are to enter or to leave a tracked segment, between the query that finds them and the batches that record them.
-- Written and read by one computation (segments.compute.SegmentClaimStore); lost in a crash, and then computed again.
CREATE UNLOGGED TABLE segment_changes (
    project_id uuid    NOT NULL,
    segment_id uuid    NOT NULL,
    fence      bigint  NOT NULL,
    contact_id uuid    NOT NULL,
    enters     boolean NOT NULL,
    PRIMARY KEY (project_id, segment_id, fence, contact_id)
);

-- The contacts a filter selected in a large project, a hundred a row, the newest first: a page of members is one read, however
-- deep. Written and read by the member list (segments.MemberPageStore). A row is filtered once more when it is read, so a row that
-- is out of date shows no contact that has left.
CREATE UNLOGGED TABLE segment_pages (
    project_id uuid        NOT NULL,
    segment_id uuid        NOT NULL,
    page       integer     NOT NULL,
    contacts   uuid[]      NOT NULL,
    total      bigint      NOT NULL,
    made_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, segment_id, page)
);

-- Deleted segments whose members are not deleted yet: a loop deletes them in batches. Written by the deletion of a segment, read
-- and deleted by the loop (segments.compute.DeletedSegmentStore).
CREATE TABLE segment_deletions (
    project_id uuid NOT NULL,
    segment_id uuid NOT NULL,
    PRIMARY KEY (project_id, segment_id)
);
