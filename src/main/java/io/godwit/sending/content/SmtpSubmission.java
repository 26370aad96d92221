package io.godwit.sending.content;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a content that came by SMTP: the client's own message, and the words it said beside it.
 *
 * @param raw the message as it is sent, but for the fields that differ from recipient to recipient; empty: a template was named
 * @param messageId the client's own, without brackets; empty: every email has one of ours
 * @param mailFrom the client's return path, which is not used; empty for the null path
 * @param metadata the client's own notes, shown in the log
 * @param files whether the message has attachments
 */
public record SmtpSubmission(
        Optional<byte[]> raw,
        Optional<String> messageId,
        String mailFrom,
        Map<String, @Nullable Object> metadata,
        boolean files) {}
