-- An execution whose node died with it again and again is carried on while no other one is, and only deaths meanwhile count
-- against it.
ALTER TABLE execution_timers
    ADD COLUMN alone         boolean NOT NULL DEFAULT false,
    ADD COLUMN alone_crashes integer NOT NULL DEFAULT 0;
