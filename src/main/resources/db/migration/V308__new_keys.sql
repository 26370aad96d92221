-- API keys by the time of their creation: each node reads the new ones every second (projects.ExistingKeys).
CREATE INDEX api_keys_by_creation ON api_keys (created_at);
