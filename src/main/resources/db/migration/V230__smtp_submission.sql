-- Messages that came by SMTP (io.godwit.submission). raw: the message as it is sent, but for the header fields that differ from
-- recipient to recipient; NULL: built from the other columns. smtp: {mailFrom, messageId, metadata, files}, which the client said
-- beside it; NULL for all other contents.
ALTER TABLE contents ADD COLUMN raw bytea, ADD COLUMN smtp jsonb;
-- Attachments are compressed already.
ALTER TABLE contents ALTER COLUMN raw SET STORAGE EXTERNAL;
