-- An email that left without a relay was taken by its address when the mail host accepted it, and no report follows. Only reports, opens
-- and clicks counted: an address whose mailbox was full twice in a month was suppressed though it had taken each email between.

-- When the mail host of the recipient accepted an email; NULL for one that went by a relay, and for one that came back afterwards.
CREATE FUNCTION host_accepted_at(project uuid, email uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT sent_at
      FROM emails
     WHERE emails.project_id = project AND emails.id = email AND soft_bounced_at IS NULL AND bounced_at IS NULL
       AND EXISTS (SELECT FROM email_attempts
                    WHERE email_attempts.project_id = project AND email_attempts.email_id = email
                      AND outcome = 'SENT' AND evidence ? 'source')
$$;

-- Records a sign; true when it confirms an earlier one. An email the address has taken in between makes the earlier one void, and
-- so do thirty days. Called by the statements that write results of attempts and of delivery reports.
CREATE OR REPLACE FUNCTION confirms_dead_address(project uuid, address text, sign text, mail uuid) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    earlier   address_signs;
    confirmed boolean;
    void      boolean;
BEGIN
    INSERT INTO address_signs (project_id, email, kind, email_id) VALUES (project, address, sign, mail)
        ON CONFLICT DO NOTHING;
    IF FOUND THEN
        RETURN false;
    END IF;
    SELECT * INTO earlier FROM address_signs
     WHERE project_id = project AND email = address AND kind = sign FOR UPDATE;
    IF earlier.email_id = mail THEN
        RETURN false;
    END IF;
    void := earlier.noted_at < now() - interval '30 days' OR EXISTS (
        SELECT FROM emails
         WHERE project_id = project AND to_email = address AND id >= uuid_v7_floor(earlier.noted_at - interval '3 days')
           AND (greatest(delivered_at, opened_at, clicked_at) > earlier.noted_at
                OR CASE WHEN sent_at > earlier.noted_at THEN host_accepted_at(project, id) IS NOT NULL ELSE false END));
    confirmed := NOT void AND CASE sign
        WHEN 'SECOND_WITHIN_A_WEEK' THEN earlier.noted_at > now() - interval '7 days'
        ELSE earlier.noted_at <= now() - interval '1 day' END;
    UPDATE address_signs
       SET email_id = mail, noted_at = CASE WHEN void OR sign = 'SECOND_WITHIN_A_WEEK' THEN now() ELSE noted_at END
     WHERE project_id = project AND email = address AND kind = sign;
    RETURN confirmed;
END $$;
