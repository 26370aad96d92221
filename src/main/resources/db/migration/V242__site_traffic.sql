-- What the sending node of an egress source last saw of a site. Written by that node every few seconds while something happens there
-- (delivery.TrafficReporter); read by GET /receivers. A row is deleted a day after it was last written.
CREATE TABLE site_traffic (
    source  text        NOT NULL,
    site    text        NOT NULL,
    -- {provider, perHour, openConnections, maxConnections, mailsPerConnection, reason, sentence, waitsUntil, suspensions, lastReplies}.
    traffic jsonb       NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source, site)
) WITH (fillfactor = 50);
