-- The learned traffic shaping of each egress source at each site (delivery.shaping). The node that sends from the source writes its
-- changes some times a minute, and at once after a cut or a suspension; the next node that sends from it continues with them. A row
-- that nothing has changed for 60 days is deleted.
CREATE TABLE shaping_states (
    source               text             NOT NULL,
    -- A provider, a provider with a set of MX hosts, or a set of MX hosts.
    site                 text             NOT NULL,
    -- The lease of the source under which the row was written: a node that lost it changes nothing.
    fence                bigint           NOT NULL,
    -- The learned rate, in emails per hour, and the one at the last cut (0: forgotten).
    per_hour             double precision NOT NULL,
    ceiling              double precision NOT NULL,
    cut_at               timestamptz      NOT NULL,
    cuts_in_row          integer          NOT NULL,
    paused_until         timestamptz      NOT NULL,
    connections          integer          NOT NULL,
    connections_cut_at   timestamptz      NOT NULL,
    mails_per_connection integer          NOT NULL,
    mails_learned_at     timestamptz      NOT NULL,
    -- [{code, senderDomain, sentence, since, until, times, lifted}].
    suspensions          jsonb            NOT NULL DEFAULT '[]',
    -- The step of the warm-up plan and the numbers of one day (UTC); NULL for a source that is not warmed up.
    warm_up_step         integer,
    warm_up_day          date,
    warm_up_sent         integer,
    warm_up_refused      integer,
    warm_up_last_sent_at timestamptz,
    updated_at           timestamptz      NOT NULL DEFAULT now(),
    PRIMARY KEY (source, site)
) WITH (fillfactor = 50);
