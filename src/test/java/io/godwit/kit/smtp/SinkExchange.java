package io.godwit.kit.smtp;

import java.time.Instant;

/**
 * One line of the sink's ledger: a stage was reached, and this is what was answered.
 *
 * @param connection counted from 1
 * @param recipient empty before RCPT
 * @param messageId empty before the final dot
 * @param reply empty when the sink closed the connection or kept silent
 * @param pipelined the client had sent more when the sink replied: it did not wait for this reply
 */
public record SinkExchange(
        Instant at,
        long connection,
        SinkPoint point,
        String mailFrom,
        String recipient,
        String messageId,
        String reply,
        boolean pipelined) {}
