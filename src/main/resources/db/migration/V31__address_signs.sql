-- Signs that an address may be dead which need a second one: a mailbox that is disabled (twice within a week), and Exchange
-- Online's "Access denied" for an address its directory does not know (again a day later or more).
CREATE TABLE address_signs (
    project_id uuid        NOT NULL,
    email      text        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('SECOND_WITHIN_A_WEEK', 'SECOND_A_DAY_LATER')),
    -- The email that brought it, which counts once however often it is told of.
    email_id   uuid        NOT NULL,
    noted_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, email, kind)
);

-- Notes a sign; true when it confirms an earlier one. A mail the address has taken in between makes the earlier one void, and so
-- do thirty days.
CREATE FUNCTION confirms_death(project uuid, address text, sign text, mail uuid) RETURNS boolean
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
         WHERE project_id = project AND to_email = address AND id >= first_id(earlier.noted_at - interval '3 days')
           AND greatest(delivered_at, opened_at, clicked_at) > earlier.noted_at);
    confirmed := NOT void AND CASE sign
        WHEN 'SECOND_WITHIN_A_WEEK' THEN earlier.noted_at > now() - interval '7 days'
        ELSE earlier.noted_at <= now() - interval '1 day' END;
    UPDATE address_signs
       SET email_id = mail, noted_at = CASE WHEN void OR sign = 'SECOND_WITHIN_A_WEEK' THEN now() ELSE noted_at END
     WHERE project_id = project AND email = address AND kind = sign;
    RETURN confirmed;
END $$;
