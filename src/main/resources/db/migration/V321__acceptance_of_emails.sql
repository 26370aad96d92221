-- How the relay took the email at the first attempt, which has no row in email_attempts: [host, address, local address, TLS version,
-- cipher, verification, [step, milliseconds, code, line, ...], ...], NULL where there was none. Without the line of the final dot
-- where the column reply has it (sending.queue.AcceptanceEvidenceStore). A text and not jsonb, which takes half as much again.
ALTER TABLE emails ADD COLUMN acceptance text;
