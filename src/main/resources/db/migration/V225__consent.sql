-- The cause of a contact's creation and its first subscription: {source, subscribed, userId, jobId, executionId}, with the ids the
-- source has. NULL for contacts that are older than the column. Later changes are events.
ALTER TABLE contacts ADD COLUMN origin jsonb;

-- The changes of one contact's subscription among all its events. Other events are in no such index and pay nothing for it.
CREATE INDEX events_of_consent ON events (project_id, contact_id, id)
 WHERE name IN ('contact.subscribed', 'contact.unsubscribed');
