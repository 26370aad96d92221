-- A provider can tell of a mail without handing it over. NULL: the mail is here whole; else where its content is, for people.
ALTER TABLE received_emails ADD COLUMN content_missing text;
