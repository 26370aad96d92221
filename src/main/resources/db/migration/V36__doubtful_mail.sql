-- Why a mail that came in may be something else than what somebody wrote: it has the words of a bounce and the sender of none, or
-- reports about a mail and proves nothing. A sentence for the project.
ALTER TABLE received_emails ADD COLUMN doubt text;
