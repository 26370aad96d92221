-- How users want to be called, and the language and time zone (of the IANA database) of their pages; NULL until they choose.
-- Written and read by the user alone (accounts.UserProfileStore).
ALTER TABLE users
    ADD COLUMN name      text,
    ADD COLUMN language  text,
    ADD COLUMN time_zone text;
