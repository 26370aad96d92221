-- How many open and click events were recorded of a mail on a day (UTC); what comes beyond the limit is only counted.
ALTER TABLE emails
    ADD COLUMN events_day   date,
    ADD COLUMN open_events  integer NOT NULL DEFAULT 0,
    ADD COLUMN click_events integer NOT NULL DEFAULT 0;
