-- A number of a destination that no email has and no traffic uses for a day is released: there are 1,000, and claims visit each. First
-- the number is retired: no domain has it any more, so no new email gets it. An hour later, when transactions that still saw a domain
-- with it have ended, the row is deleted and another site may get the number (delivery.DestinationStore).
ALTER TABLE destinations
    -- When a node last asked for the number of the site.
    ADD COLUMN wanted_at  timestamptz NOT NULL DEFAULT now(),
    -- NULL while domains may have the number.
    ADD COLUMN retired_at timestamptz;
