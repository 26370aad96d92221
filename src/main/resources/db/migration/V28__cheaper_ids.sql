-- Still made of the event's time and of both ids, with one hash in place of three: it is worked out for every event that enrols.
CREATE OR REPLACE FUNCTION execution_of(event uuid, workflow uuid) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN overlay(overlay(md5(event::text || workflow::text) PLACING translate(left(event::text, 15), '-', '') FROM 1)
                   PLACING '8' FROM 17)::uuid;
