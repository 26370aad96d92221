-- The day (UTC) on which an email to the domain last started: a domain of a large provider that nobody mails any more is deleted, though
-- its site is used every day.
ALTER TABLE destination_domains ADD COLUMN used_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date;
