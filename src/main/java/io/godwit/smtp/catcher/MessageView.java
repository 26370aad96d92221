package io.godwit.smtp.catcher;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A caught message as JSON shows it.
 *
 * @param headers decoded; several of a name are separated by line ends
 * @param raw the message as it was sent over the wire
 */
record MessageView(
        String id,
        Instant receivedAt,
        String from,
        String to,
        String subject,
        CaughtMessage.EnvelopePaths envelope,
        long size,
        Optional<String> html,
        Optional<String> text,
        Map<String, String> headers,
        List<File> attachments,
        String raw) {

    /**
     * An attachment as JSON shows it.
     *
     * @param size in octets, decoded
     * @param url of its content
     */
    record File(
            String filename, String contentType, boolean inline, Optional<String> contentId, long size, String url) {}
}
