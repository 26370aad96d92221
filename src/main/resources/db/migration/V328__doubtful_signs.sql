-- A refusal whose words may be about the sender was proof when it came again a day later: whoever mailed few readers lost all of them by a
-- sentence about the own account that no rule knew. Such a sentence proves nothing once recipients of different domains have got it.

-- The words of the refusal that leave a doubt whether they are about the recipient; NULL where nothing does.
ALTER TABLE address_signs ADD COLUMN doubt text;

-- For confirms_dead_address: whether another domain's recipient got the same words.
CREATE INDEX address_signs_by_doubt ON address_signs (project_id, doubt) WHERE doubt IS NOT NULL;

-- Records a sign whose words leave a doubt (none: an empty text); true when it confirms an earlier one, and no recipient of another domain
-- has had the same words within thirty days.
CREATE FUNCTION confirms_dead_address(project uuid, address text, sign text, mail uuid, words text) RETURNS boolean
    LANGUAGE plpgsql AS $$
DECLARE
    confirmed boolean := confirms_dead_address(project, address, sign, mail);
    doubtful  text := left(words, 300);
BEGIN
    UPDATE address_signs SET doubt = nullif(doubtful, '')
     WHERE project_id = project AND email = address AND kind = sign AND doubt IS DISTINCT FROM nullif(doubtful, '');
    RETURN confirmed AND NOT EXISTS (
        SELECT FROM address_signs
         WHERE project_id = project AND doubt = doubtful AND kind = sign AND noted_at > now() - interval '30 days'
           AND split_part(email, '@', 2) <> split_part(address, '@', 2));
END $$;
