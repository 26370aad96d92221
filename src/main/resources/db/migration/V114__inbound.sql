-- Delivery reports and inbound emails: what mail servers and providers send to the platform.

-- The queue and log of raw reports and raw inbound emails. Written by SNS, SMTP and the mailbox reader, in the transaction that
-- answers them; processed later in batches, with each effect once (inbound.processing.ReportStore). No tenant table: which project a
-- report is about is known only once it is parsed.
CREATE TABLE inbound_reports (
    -- Grows with time: the order they came in.
    id          uuid        PRIMARY KEY,
    -- Where it came from: sns, smtp, mailbox.
    provider    text        NOT NULL,
    -- The provider's name for the report, or a digest of it.
    event_id    text        NOT NULL,
    -- The provider's word for its type.
    kind        text        NOT NULL,
    raw         bytea       NOT NULL,
    bytes       integer     NOT NULL,
    -- NEW, or WAITING until the email it is about is known; then DONE, IGNORED (there is nothing in it for us), UNMATCHED (no email
    -- of ours, for as long as we wait) or FAILED (cannot be read, or PostgreSQL refuses what is in it).
    state       text        NOT NULL DEFAULT 'NEW'
                            CHECK (state IN ('NEW', 'WAITING', 'DONE', 'IGNORED', 'UNMATCHED', 'FAILED')),
    -- When it is processed next; NULL once it has ended.
    due_at      timestamptz DEFAULT now() CHECK ((due_at IS NOT NULL) = (state IN ('NEW', 'WAITING'))),
    -- How often it has been processed.
    tries       integer     NOT NULL DEFAULT 0,
    -- The result, for an operator.
    note        text,
    received_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (provider, event_id)
) WITH (fillfactor = 80);
-- The batch of due reports, the oldest first; the gauges of the queue.
CREATE INDEX inbound_reports_due ON inbound_reports (due_at, id) WHERE due_at IS NOT NULL;
-- The loop that deletes old reports.
CREATE INDEX inbound_reports_by_age ON inbound_reports USING brin (received_at);

-- The message ids that relays give to emails, where their reply to the final dot names them in a known form. Written with the
-- result of an attempt (sending.results), read by the match of reports to emails (inbound.processing.EmailMatchStore).
CREATE TABLE provider_message_ids (
    provider_id text        NOT NULL,
    project_id  uuid        NOT NULL,
    email_id    uuid        NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, provider_id)
);
-- The match of a report, whose project is not known yet.
CREATE INDEX provider_message_ids_by_id ON provider_message_ids (provider_id);
-- The loop that deletes old ids.
CREATE INDEX provider_message_ids_by_age ON provider_message_ids USING brin (created_at);

-- Emails that were sent to a verified domain: the columns that their row of emails (source INBOUND, status RECEIVED) lacks. Written by
-- inbound processing, read by the email's detail page (sending.log.ReceivedEmailStore).
CREATE TABLE received_emails (
    project_id           uuid        NOT NULL,
    email_id             uuid        NOT NULL,
    -- Message ids without their brackets, as its header names them (RFC 5322 3.6.4).
    message_id           text,
    in_reply_to          text,
    reference_ids        text[]      NOT NULL DEFAULT '{}',
    -- The email of ours it replies to.
    in_reply_to_email_id uuid,
    -- MAIL FROM, empty for the null path, and RCPT TO at this domain.
    envelope_from        text        NOT NULL,
    recipients           text[]      NOT NULL,
    text_body            text,
    -- PASS, FAIL, GRAY or PROCESSING_FAILED; NULL where it was not checked.
    spf                  text,
    dkim                 text,
    dmarc                text,
    spam                 text,
    virus                text,
    -- Written by a machine: no workflow begins with it.
    automatic            boolean     NOT NULL,
    received_at          timestamptz NOT NULL,
    -- Where its content is, as a sentence, when a provider reported the email without handing it over. NULL: the email is here whole.
    content_unavailable  text,
    -- Why it may be something else than what a person wrote, as a sentence for the project: it has the words of a bounce and the
    -- sender of none, or reports about an email and proves nothing.
    doubt                text,
    PRIMARY KEY (project_id, email_id)
);
-- The replies to an email, for its detail page.
CREATE INDEX received_emails_replies ON received_emails (project_id, in_reply_to_email_id, email_id) WHERE in_reply_to_email_id IS NOT NULL;

-- One row: the node that reads the mailbox (inbound.mail.MailboxLeaseStore).
CREATE TABLE mailbox_lease (
    only_row    boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    holder      uuid        NOT NULL,
    lease_until timestamptz NOT NULL
);
