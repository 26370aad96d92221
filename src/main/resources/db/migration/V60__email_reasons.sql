-- Why we ended an email ourselves, as a code (io.godwit.sending.EmailReason); NULL while it waits, when it went out, and when a
-- mail server refused it. Figures, filters and the indexes below use it, where they used the English sentence in error.
ALTER TABLE emails ADD COLUMN reason text;

UPDATE emails
   SET reason = CASE
       WHEN error = 'The contact has unsubscribed' THEN 'UNSUBSCRIBED'
       WHEN starts_with(error, 'The address is on the suppression list: ') THEN 'SUPPRESSED_' || substr(error, 41)
       WHEN error = 'The campaign was cancelled' THEN 'CAMPAIGN_CANCELLED'
       WHEN error = 'The email was cancelled' THEN 'EMAIL_CANCELLED'
       WHEN error = 'The contact was deleted' THEN 'CONTACT_DELETED'
       WHEN error = 'The project is disabled' THEN 'PROJECT_DISABLED' END
 WHERE was_unwanted(error) OR was_called_off(error) OR error = 'The project is disabled';

DROP INDEX emails_unwanted, emails_called_off, emails_failed;
DROP FUNCTION was_unwanted;
DROP FUNCTION was_called_off;

-- The email list and the activity feed by status SUPPRESSED; a campaign may leave a million such rows.
CREATE INDEX emails_suppressed ON emails (project_id, id)
    WHERE reason IN ('UNSUBSCRIBED', 'SUPPRESSED_BOUNCE', 'SUPPRESSED_COMPLAINT', 'SUPPRESSED_MANUAL');
-- The email list by status CANCELLED.
CREATE INDEX emails_cancelled ON emails (project_id, id)
    WHERE reason IN ('CAMPAIGN_CANCELLED', 'EMAIL_CANCELLED', 'CONTACT_DELETED');
-- The email list and the activity feed by status FAILED.
CREATE INDEX emails_failed ON emails (project_id, id)
    WHERE error IS NOT NULL AND bounced_at IS NULL
      AND (reason IS NULL
           OR reason NOT IN ('UNSUBSCRIBED', 'SUPPRESSED_BOUNCE', 'SUPPRESSED_COMPLAINT', 'SUPPRESSED_MANUAL',
                             'CAMPAIGN_CANCELLED', 'EMAIL_CANCELLED', 'CONTACT_DELETED'));
