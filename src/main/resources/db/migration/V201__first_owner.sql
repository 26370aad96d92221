-- True while the password is one the server made up and nobody chose: the console prints a sign-in link then.
ALTER TABLE users ADD COLUMN password_generated boolean NOT NULL DEFAULT false;

ALTER TABLE account_tokens
    DROP CONSTRAINT account_tokens_purpose_check,
    ADD CONSTRAINT account_tokens_purpose_check
        CHECK (purpose IN ('VERIFY', 'RESET', 'SECOND_FACTOR', 'FIRST_OWNER'));
