-- The oldest migration a jar must know to work on this schema. A jar that knows less refuses to start; one that is older than
-- the schema and knows as much may run beside newer ones, as during a rolling upgrade. A migration that older jars cannot bear
-- raises it.
CREATE TABLE schema_floor (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version  integer NOT NULL
);

INSERT INTO schema_floor (version) VALUES (50);
