-- The span that caused the row, as a W3C traceparent: the spans of its later attempts, on any node, belong to the same trace. Only
-- rows of traced requests have one, so that it costs the others nothing.
ALTER TABLE outbox ADD COLUMN trace_context text;
ALTER TABLE webhook_calls ADD COLUMN trace_context text;
