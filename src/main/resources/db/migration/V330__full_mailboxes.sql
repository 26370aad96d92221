-- An address was suppressed when five of its emails came back for any reason that may pass: the greylist, the outage or the rate limit of a
-- receiver took the readers there. Only a full mailbox counts; emails that came back before this have no reason in their row, and do not.

-- When it last came back because the recipient's mailbox was full.
ALTER TABLE emails ADD COLUMN mailbox_full_at timestamptz;
