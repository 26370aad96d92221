-- Who has said no to marketing mail, and on whose word: PROJECT when a request or a file of the project said so, PERSON when
-- the contact did it by a link of a mail or a complaint, ERASED when it had done either before it was deleted and created anew.
-- NULL for a contact that is subscribed, and for one nobody has asked yet (a recipient of transactional mail).
ALTER TABLE contacts ADD COLUMN opt_out text CHECK (opt_out IN ('PROJECT', 'PERSON', 'ERASED'));

-- Nobody knows any more why those that are there are not subscribed: to be on the safe side, each said no.
UPDATE contacts SET opt_out = 'PROJECT' WHERE NOT subscribed;

-- Addresses of deleted contacts that had said no, or were on the suppression list, as HMAC-SHA256 under a key outside the
-- database: whoever creates such a contact again is told that it said no, and nobody can read the address from it.
CREATE TABLE opt_outs (
    project_id uuid        NOT NULL,
    hash       bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, hash)
);
