-- Sessions a user can tell apart and end one by one, and that end when nobody uses them.
ALTER TABLE sessions
    -- When a request last came with its cookie, to within a minute.
    ADD COLUMN used_at    timestamptz NOT NULL DEFAULT now(),
    -- Where the sign-in came from; NULL for sessions from before this column.
    ADD COLUMN address    text,
    -- What the program called itself, cut; NULL when it said nothing.
    ADD COLUMN user_agent text;
