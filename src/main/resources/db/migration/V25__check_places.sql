-- Where domains are checked by the sweep: each check under way, on whatever node, holds one of these, and asks one question at
-- a time. Twenty, because nobody who answers should be flooded.
CREATE TABLE domain_check_places (
    number     smallint    PRIMARY KEY,
    -- The end of the holder's lease; long ago when nobody has it.
    held_until timestamptz NOT NULL DEFAULT '-infinity',
    holder     uuid
) WITH (fillfactor = 50);

INSERT INTO domain_check_places (number) SELECT generate_series(1, 20);
