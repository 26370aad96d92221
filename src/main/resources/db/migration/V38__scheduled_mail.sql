-- Mail that goes out at a time its caller chose: its row in the outbox is due then. NULL for mail that went at once.
ALTER TABLE emails ADD COLUMN scheduled_at timestamptz;
-- Names neither status nor the queue, so that no other mail writes to it.
CREATE INDEX emails_scheduled ON emails (project_id, scheduled_at, id) WHERE scheduled_at IS NOT NULL;

-- The caller's own plain text; NULL: made from the HTML. Stored as the body is.
ALTER TABLE contents ADD COLUMN text_body text;
DO $$
BEGIN
    ALTER TABLE contents ALTER COLUMN text_body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    ALTER TABLE contents ALTER COLUMN text_body SET STORAGE EXTERNAL;
END $$;

-- To and Cc of a message that goes to several people, {"to": [{"email", "name"}], "cc": [...]}; NULL: every copy names its own
-- recipient alone.
ALTER TABLE contents ADD COLUMN recipients jsonb;

-- One more sentence (io.godwit.sending.Unwanted). No row has it yet, so the indexes made by this function stay true.
CREATE OR REPLACE FUNCTION was_called_off(error text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN error IN ('The campaign was cancelled', 'The contact was deleted', 'The email was cancelled');
