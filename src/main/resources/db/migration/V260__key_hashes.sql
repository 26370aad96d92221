-- Every key of a project table contains the project, so that the tables can be distributed by project. A hash is of 256 random
-- bits and needs no constraint to be unique; its look-ups keep an index.

-- The look-up of an API key (projects.ApiKeyStore).
CREATE INDEX api_keys_by_hash ON api_keys (hash);
ALTER TABLE api_keys DROP CONSTRAINT api_keys_hash_key;

-- The look-up of an invitation by its link (projects.InvitationStore).
CREATE INDEX invitations_by_hash ON invitations (hash);
ALTER TABLE invitations DROP CONSTRAINT invitations_hash_key;
