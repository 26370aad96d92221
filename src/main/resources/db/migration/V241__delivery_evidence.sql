-- How the attempt went on the wire: {host, address, source, tls, ..., steps: [{step, milliseconds, code,
-- lines}]}. NULL for attempts by a relay.
ALTER TABLE email_attempts ADD COLUMN evidence jsonb;
