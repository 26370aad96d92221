-- Why a campaign's mail did not go out, as of counted_at: [{outcome, reason, count}], the most frequent first.
ALTER TABLE campaigns ADD COLUMN reasons json NOT NULL DEFAULT '[]';
