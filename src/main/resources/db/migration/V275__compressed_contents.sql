-- The body, plain text and client's message of a content, compressed together (io.godwit.sending.CompressedTexts), and how many
-- octets they were before; then body, text_body and raw are NULL. Both NULL: they stand in their own columns. Written from the moment
-- on that every node can read it.
ALTER TABLE contents
    ADD COLUMN compressed bytea,
    ADD COLUMN size integer,
    ALTER COLUMN body DROP NOT NULL,
    ADD CONSTRAINT contents_texts CHECK (CASE WHEN compressed IS NULL THEN body IS NOT NULL ELSE
        size IS NOT NULL AND body IS NULL AND text_body IS NULL AND raw IS NULL END) NOT VALID;
-- What is compressed already is not tried again.
ALTER TABLE contents ALTER COLUMN compressed SET STORAGE EXTERNAL;

-- The newest migration that the jar of a node knows; 0: the jar is too old to say.
ALTER TABLE nodes ADD COLUMN schema_version integer NOT NULL DEFAULT 0;

-- When the floor was last raised: a jar that was started just before may not be among the nodes yet.
ALTER TABLE schema_floor ADD COLUMN raised_at timestamptz NOT NULL DEFAULT now();

-- A new installation has no node that could not read compressed contents. In any other, its nodes raise the floor once all of them
-- can (system.SchemaFloorStore).
UPDATE schema_floor
   SET version = 275, raised_at = '-infinity'
 WHERE NOT EXISTS (SELECT FROM nodes) AND NOT EXISTS (SELECT FROM installation);
