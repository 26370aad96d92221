-- Emails from acceptance to their end: contents, the log, the outbox, attempts, and what is known of addresses and mail servers.

-- The contents of emails, once per call, template version or campaign start. Written at acceptance (sending.OutboxStore,
-- campaigns.CampaignStore) and never changed; read by every attempt and by the email log.
CREATE TABLE contents (
    project_id uuid        NOT NULL,
    id         uuid        NOT NULL,
    subject    text        NOT NULL,
    body       text        NOT NULL,
    from_email text        NOT NULL,
    from_name  text,
    reply_to   text,
    -- An array of {name, value}, in the caller's order.
    headers    jsonb       NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The caller's own plain text; NULL: made from the HTML. Stored as the body is.
    text_body  text,
    -- To and Cc of a message that goes to several people, {"to": [{"email", "name"}], "cc": [...]}; NULL: every copy names its own
    -- recipient alone.
    recipients jsonb,
    PRIMARY KEY (project_id, id)
);
-- HTML does not shrink enough to pay for pglz, which halves the rate of inline sends; lz4 costs a fifth of its time. The
-- embedded server is built without lz4 and stores bodies as they are, at about twice the space.
DO $$
BEGIN
    ALTER TABLE contents ALTER COLUMN body SET COMPRESSION lz4, ALTER COLUMN text_body SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    ALTER TABLE contents ALTER COLUMN body SET STORAGE EXTERNAL, ALTER COLUMN text_body SET STORAGE EXTERNAL;
END $$;

-- The files of contents. Written with them, read by every attempt and by downloads from the email log.
CREATE TABLE attachments (
    project_id   uuid     NOT NULL,
    content_id   uuid     NOT NULL,
    position     smallint NOT NULL,
    filename     text     NOT NULL,
    content_type text     NOT NULL,
    disposition  text     NOT NULL CHECK (disposition IN ('attachment', 'inline')),
    -- The part's Content-ID without its brackets.
    cid          text,
    bytes        bytea    NOT NULL,
    PRIMARY KEY (project_id, content_id, position)
);
-- Images and archives are compressed already.
ALTER TABLE attachments ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The log of every email, sent or received. Written at acceptance, at the end of sending (sending.results), by delivery reports
-- (inbound.processing) and by opens and clicks (tracking); read by the email list, the activity feed, reports and campaign
-- statistics.
--
-- No index names status, which changes with every email: an update of an indexed column has to write all indexes. The partial
-- indexes hold the few emails that something rare happened to.
CREATE TABLE emails (
    project_id      uuid        NOT NULL,
    id              uuid        NOT NULL,
    contact_id      uuid        NOT NULL,
    content_id      uuid        NOT NULL,
    template_id     uuid,
    campaign_id     uuid,
    execution_id    uuid,
    source          text        NOT NULL CHECK (source IN ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND')),
    -- Decides footer, List-Unsubscribe and subscription, whatever the source is.
    email_class     text        NOT NULL CHECK (email_class IN ('TRANSACTIONAL', 'MARKETING', 'HEADLESS')),
    to_email        text        NOT NULL,
    to_name         text,
    -- The values of the placeholders, so that every attempt renders the same bytes; {"kept": …, "once": …}. The non-persistent
    -- values, under "once", are removed when the email ends.
    variables       jsonb       NOT NULL DEFAULT '{}',
    tracking        boolean,
    request_id      text,
    status          text        NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED',
                                    'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'CANCELLED', 'RECEIVED')),
    -- Why it ended as it did, as a sentence for a reader.
    error           text,
    -- The mail server's reply to the final dot.
    reply           text,
    -- The Date header, fixed at the first attempt (RFC 5322 3.6.1), equal in every copy.
    message_date    timestamptz,
    opens           integer     NOT NULL DEFAULT 0,
    clicks          integer     NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    sent_at         timestamptz,
    delivered_at    timestamptz,
    opened_at       timestamptz,
    clicked_at      timestamptz,
    bounced_at      timestamptz,
    complained_at   timestamptz,
    -- A test email of a campaign: it goes to whatever address was named, subscribed or not, a contact or not, and is no news of
    -- any contact.
    test            boolean     NOT NULL DEFAULT false,
    -- When its recipient unsubscribed by a link of this email; the first time.
    unsubscribed_at timestamptz,
    -- When it last came back for a reason that may pass.
    soft_bounced_at timestamptz,
    -- Whether the one open that is counted was concluded from a click; the first true one takes its place.
    open_implied    boolean     NOT NULL DEFAULT false,
    -- The time its caller chose: its row in the outbox is due then. NULL for an email that was sent at once.
    scheduled_at    timestamptz,
    -- How many open and click events were recorded of it on a day (UTC); what comes beyond the limit is only counted.
    events_day      date,
    open_events     integer     NOT NULL DEFAULT 0,
    click_events    integer     NOT NULL DEFAULT 0,
    -- Why the platform itself ended it, as a code (io.godwit.sending.EmailReason); NULL while it waits, when it went out, and when
    -- a mail server refused it.
    reason          text,
    PRIMARY KEY (project_id, id)
) WITH (fillfactor = 80);
-- A contact's emails; the conversation an inbound email belongs to.
CREATE INDEX emails_of_contact ON emails (project_id, contact_id, id);
-- The email list by recipient; soft bounces and deliveries of an address.
CREATE INDEX emails_to ON emails (project_id, to_email, id);
-- The email list and the statistics of a campaign; that no contact is sent a campaign twice.
CREATE UNIQUE INDEX emails_of_campaign ON emails (project_id, campaign_id, contact_id) WHERE campaign_id IS NOT NULL;
-- The email list by template. Written once with each email of a template: none of its columns ever changes.
CREATE INDEX emails_of_template ON emails (project_id, template_id, id) WHERE template_id IS NOT NULL;
-- The limit on test emails of a project in an hour, and the counts of the activity feed that leave them out.
CREATE INDEX emails_tests ON emails (project_id, created_at) WHERE test;
-- The list of scheduled emails. It names neither status nor the outbox, so that no other email writes to it.
CREATE INDEX emails_scheduled ON emails (project_id, scheduled_at, id) WHERE scheduled_at IS NOT NULL;
-- The email list and the activity feed by status SUPPRESSED; a campaign may leave a million such rows.
CREATE INDEX emails_suppressed ON emails (project_id, id)
    WHERE reason IN ('UNSUBSCRIBED', 'SUPPRESSED_BOUNCE', 'SUPPRESSED_COMPLAINT', 'SUPPRESSED_MANUAL');
-- The email list by status CANCELLED.
CREATE INDEX emails_cancelled ON emails (project_id, id)
    WHERE reason IN ('CAMPAIGN_CANCELLED', 'EMAIL_CANCELLED', 'CONTACT_DELETED');
-- The email list and the activity feed by status BOUNCED.
CREATE INDEX emails_bounced ON emails (project_id, id) WHERE bounced_at IS NOT NULL;
-- The email list and the activity feed by status FAILED.
CREATE INDEX emails_failed ON emails (project_id, id)
    WHERE error IS NOT NULL AND bounced_at IS NULL
      AND (reason IS NULL
           OR reason NOT IN ('UNSUBSCRIBED', 'SUPPRESSED_BOUNCE', 'SUPPRESSED_COMPLAINT', 'SUPPRESSED_MANUAL',
                             'CAMPAIGN_CANCELLED', 'EMAIL_CANCELLED', 'CONTACT_DELETED'));
-- The email list and the activity feed by status COMPLAINED.
CREATE INDEX emails_complained ON emails (project_id, id) WHERE complained_at IS NOT NULL;
-- The list of received emails.
CREATE INDEX emails_received ON emails (project_id, id) WHERE source = 'INBOUND';

-- The queue of unfinished emails; a row is deleted when its email ends. Written by acceptance (sending.OutboxStore) and by the send
-- pipeline (sending.queue, sending.results); read by claims, by campaigns that pause or are cancelled, and by the email log.
CREATE TABLE outbox (
    project_id        uuid        NOT NULL,
    email_id          uuid        NOT NULL,
    -- The priority class: 0 transactional, 1 workflow, 2 campaign; 3 is held: an email of a paused campaign, which is not claimed
    -- and keeps its place.
    lane              smallint    NOT NULL CHECK (lane BETWEEN 0 AND 3),
    -- When it may be claimed: at once, at its next try, or when the lease of its holder ends.
    due_at            timestamptz NOT NULL DEFAULT now(),
    lease_until       timestamptz,
    -- True from just before MAIL FROM: when the lease ends then, it is unknown whether the email was sent.
    attempt_started   boolean     NOT NULL DEFAULT false,
    fence             bigint      NOT NULL DEFAULT 0,
    claims            integer     NOT NULL DEFAULT 0,
    attempts          integer     NOT NULL DEFAULT 0,
    lost_leases       integer     NOT NULL DEFAULT 0,
    -- The Date header, fixed at the first attempt; here, so that the row of the log is written only when the email ends.
    message_date      timestamptz,
    created_at        timestamptz NOT NULL DEFAULT now(),
    campaign_id       uuid,
    -- The mail server's reply to the last attempt, while the email waits.
    last_reply        text,
    -- A permanent refusal that does not end the email yet: pattern, stage, code, enhanced, text, outcome, status, reason, dead.
    -- It ends it when due_at comes, unless many recipients of different domains have got the same one meanwhile.
    refusal           jsonb,
    -- True while a row whose node crashed several times is worked on with no other email beside it, and how many leases were lost
    -- meanwhile: only those count against it.
    alone             boolean     NOT NULL DEFAULT false,
    alone_lost_leases integer     NOT NULL DEFAULT 0,
    -- The node that claimed it last, by the id in its journal's directory: a node that comes back knows that its own leases are over.
    holder            uuid,
    PRIMARY KEY (project_id, email_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
-- The claim of due emails of a project and lane, in the order they are due.
CREATE INDEX outbox_due ON outbox (project_id, lane, due_at);
-- Pausing, resuming and cancelling a campaign, and its statistics.
CREATE INDEX outbox_of_campaign ON outbox (project_id, campaign_id, lane) WHERE campaign_id IS NOT NULL;
-- The circuit breaker: the refusals that wait in a project, when it opens or releases them.
CREATE INDEX outbox_refused ON outbox (project_id) WHERE refusal IS NOT NULL;

-- The token bucket of each project's send rate. Written and read by claims only, never by acceptance (sending.queue.RateBucketStore).
CREATE TABLE send_rate_buckets (
    project_id  uuid             NOT NULL PRIMARY KEY,
    refilled_at timestamptz      NOT NULL DEFAULT now(),
    tokens      double precision NOT NULL DEFAULT 0
);

-- The log of attempts, except those that succeeded at the first try. Written by the send pipeline, read by the email's detail page.
CREATE TABLE email_attempts (
    project_id uuid        NOT NULL,
    email_id   uuid        NOT NULL,
    fence      bigint      NOT NULL,
    attempt    integer     NOT NULL,
    outcome    text        NOT NULL CHECK (outcome IN ('SENT', 'DEFERRED', 'BOUNCED', 'FAILED', 'UNCLEAR', 'IN_DOUBT')),
    -- CONNECT, MAIL, RCPT, DATA, DOT, RENDER or UNKNOWN.
    stage      text        NOT NULL,
    -- RFC 5321 reply code and RFC 3463 enhanced code, when there was a reply.
    code       smallint,
    enhanced   text,
    reply      text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, email_id, fence)
);

-- Addresses that must not be sent email, with the evidence. Written by bounces, complaints and the suppression API
-- (sending.suppression.SuppressionStore); read by every attempt and by the start of campaigns.
CREATE TABLE suppressions (
    project_id uuid        NOT NULL,
    email      text        NOT NULL,
    reason     text        NOT NULL CHECK (reason IN ('BOUNCE', 'COMPLAINT', 'MANUAL')),
    evidence   text,
    email_id   uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, email)
);

-- First signs that an address no longer exists, which need a second one: a mailbox that is disabled (twice within a week), and
-- Exchange Online's "Access denied" for an address its directory does not know (again a day later or more). Written and read by
-- confirms_dead_address only.
CREATE TABLE address_signs (
    project_id uuid        NOT NULL,
    email      text        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('SECOND_WITHIN_A_WEEK', 'SECOND_A_DAY_LATER')),
    -- The email that brought it, which counts once however often it is reported.
    email_id   uuid        NOT NULL,
    noted_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, email, kind)
);

-- Records a sign; true when it confirms an earlier one. An email the address has taken in between makes the earlier one void, and
-- so do thirty days. Called by the statements that write results of attempts and of delivery reports.
CREATE FUNCTION confirms_dead_address(project uuid, address text, sign text, mail uuid) RETURNS boolean
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
           AND greatest(delivered_at, opened_at, clicked_at) > earlier.noted_at);
    confirmed := NOT void AND CASE sign
        WHEN 'SECOND_WITHIN_A_WEEK' THEN earlier.noted_at > now() - interval '7 days'
        ELSE earlier.noted_at <= now() - interval '1 day' END;
    UPDATE address_signs
       SET email_id = mail, noted_at = CASE WHEN void OR sign = 'SECOND_WITHIN_A_WEEK' THEN now() ELSE noted_at END
     WHERE project_id = project AND email = address AND kind = sign;
    RETURN confirmed;
END $$;

-- Circuit breakers of projects: the emails of a project pause because many recipients of different domains got the same refusal.
-- One row a project; the breaker is open while closed_at is NULL. Written and read by the send pipeline
-- (sending.pipeline.RefusalCircuitBreakerStore), read by the dashboard.
CREATE TABLE refusal_breakers (
    project_id  uuid        PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    -- The refusal without digits and addresses, and as the mail server worded it once.
    pattern     text        NOT NULL,
    reply       text        NOT NULL,
    opened_at   timestamptz NOT NULL DEFAULT now(),
    -- When the next email is sent as a probe, and how many have been.
    probe_at    timestamptz NOT NULL,
    probes      integer     NOT NULL DEFAULT 0,
    closed_at   timestamptz,
    -- When the owners were last sent an email about it.
    notified_at timestamptz
);
