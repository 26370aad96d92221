-- Mail that somebody sent to a verified domain: what its row of the log (source INBOUND, status RECEIVED) has no room for.
CREATE TABLE received_emails (
    project_id    uuid        NOT NULL,
    email_id      uuid        NOT NULL,
    -- Ids of mails without their brackets, as its head names them (RFC 5322 3.6.4).
    message_id    text,
    in_reply_to   text,
    reference_ids text[]      NOT NULL DEFAULT '{}',
    -- The mail of ours it answers.
    answers       uuid,
    -- MAIL FROM, empty for the null path, and RCPT TO at this domain.
    envelope_from text        NOT NULL,
    recipients    text[]      NOT NULL,
    text_body     text,
    -- PASS, FAIL, GRAY or PROCESSING_FAILED; NULL where nobody looked.
    spf           text,
    dkim          text,
    dmarc         text,
    spam          text,
    virus         text,
    -- Written by a machine: no workflow begins with it.
    automatic     boolean     NOT NULL,
    received_at   timestamptz NOT NULL,
    PRIMARY KEY (project_id, email_id)
);
CREATE INDEX received_answers ON received_emails (project_id, answers, email_id) WHERE answers IS NOT NULL;

-- One row: which node reads the mailbox.
CREATE TABLE mailbox_lease (
    only_row    boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    holder      uuid        NOT NULL,
    lease_until timestamptz NOT NULL
);
