-- Opens and clicks of one mail by one client within a minute of the first: they are counted, and make no event.
ALTER TABLE hits ADD COLUMN repeats integer;
