package io.godwit.bounces;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The sender of a message: only a mail system sends bounces (RFC 5321 §4.5.5 and §6.1 give them the null return path).
 *
 * @param returnPath MAIL FROM, empty text for the null path; empty when it is unknown
 */
record SenderOrigin(HeaderFields head, Optional<String> returnPath) {

    /** Names of mail systems. Words that a parcel service has in its name as well count only at the beginning. */
    private static final Pattern NAME = Pattern.compile(
            "^[(\" ]*(?:(?:internet|the) )?mail(?:er)?[- ]?(?:delivery|transport)\\b|mail(?:er)?[- ]?daemon|mail[- ]transport (?:system|service|agent)"
                    + "|delivery (?:sub)?system|^[(\" ]*postmaster|^[(\" ]*(?:the )?mail system");

    /** Subjects of answers and forwarded emails, which a person sends and no mail system does. */
    private static final Pattern ANSWER = Pattern.compile(
            "^(?:re|aw|fwd?|wg|sv|antw|tr|rif|odp|vs|res|enc)(?:\\[\\d{1,3}])? ?:", Pattern.CASE_INSENSITIVE);

    boolean isMailServer() {
        return hasNullReturnPath() ? isDaemon() || AutoReplyDetector.read(head).isEmpty() : isDaemon() && !isAnswer();
    }

    /** Returns whether the address or the name of the author is one of mail systems. */
    boolean isDaemon() {
        var from = head.first("From").orElse("");
        var address = AddressExtractor.typed(from).orElse("");
        return AddressExtractor.isDaemon(address)
                || NAME.matcher(from.toLowerCase(Locale.ROOT).replace(address.toLowerCase(Locale.ROOT), ""))
                        .find();
    }

    private boolean isAnswer() {
        return ANSWER.matcher(head.first("Subject").orElse("").strip()).find();
    }

    private boolean hasNullReturnPath() {
        return returnPath
                .map(path -> path.isBlank() || path.strip().equals("<>"))
                .orElseGet(() -> head.first("Return-Path").orElse("").strip().equals("<>"));
    }
}
