-- The email to whose signed return path the message came; the first of several. One return path may get so many messages and bytes
-- (inbound.processing.ReportStore), because whoever has received an email knows its return path.
ALTER TABLE inbound_reports ADD COLUMN email_id uuid;
-- The count of the messages to a return path before another is stored.
CREATE INDEX inbound_reports_of_return_path ON inbound_reports (email_id, received_at) WHERE email_id IS NOT NULL;
