-- Names of the custom fields that were last written with a public key: they make way when the project itself needs the room. NULL: none.
ALTER TABLE contacts ADD COLUMN public_fields text;
