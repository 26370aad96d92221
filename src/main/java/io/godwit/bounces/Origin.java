package io.godwit.bounces;

import java.util.Locale;
import java.util.Optional;

/**
 * The sender of a mail: only a mail system's words are those of a bounce (RFC 5321 §4.5.5 and §6.1 give it the null return
 * path).
 *
 * @param returnPath MAIL FROM, empty text for the null path; empty when nobody knows it
 */
record Origin(Fields head, Optional<String> returnPath) {

    boolean isMailSystem() {
        return isDaemon() || (hasNullReturnPath() && AutoReply.read(head).isEmpty());
    }

    private boolean isDaemon() {
        var from = head.first("From").flatMap(Addresses::typed).orElse("");
        return from.isEmpty()
                ? head.lower("From").matches(".*(?:mail delivery|mailer-daemon|postmaster|mail system).*")
                : Addresses.isDaemon(from);
    }

    private boolean hasNullReturnPath() {
        return returnPath
                .orElseGet(() -> head.lower("Return-Path").toLowerCase(Locale.ROOT))
                .strip()
                .matches(returnPath.isPresent() ? "(?:<>)?" : "<>");
    }
}
