-- The limits that reply rules have set at a site and that have not ended: [{rule, rate, connections, until}], the rate in emails per
-- hour. The next node that sends from the source keeps to them until they end.
ALTER TABLE shaping_states ADD COLUMN rule_limits jsonb NOT NULL DEFAULT '[]';
