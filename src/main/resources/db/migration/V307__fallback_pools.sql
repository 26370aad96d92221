-- The egress pools that are used in this order while every source of the pool before is refused by the site, or reaches none of its
-- hosts; none: those of the settings where the choice names no pool either.
ALTER TABLE delivery_choices ADD COLUMN fallback_pools text[] NOT NULL DEFAULT '{}';
