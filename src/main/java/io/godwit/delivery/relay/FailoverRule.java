package io.godwit.delivery.relay;

import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.util.Set;

/** Decides whether a message may be handed to another relay. */
final class FailoverRule {

    /** The reply code with which a server closes a session (RFC 5321 §3.8). */
    private static final int CLOSING = 421;

    /** Reply codes for missing or wrong authentication or encryption (RFC 4954 §6, RFC 3207 §4). */
    private static final Set<Integer> ACCOUNT = Set.of(530, 534, 535, 538);

    /** Transient refusals that are about the relay and its account, and not about a recipient. */
    private static final Set<RefusalClass> ABOUT_RELAY =
            Set.of(RefusalClass.RATE_LIMITED, RefusalClass.BLOCKED_SOURCE, RefusalClass.SESSION, RefusalClass.SYSTEM);

    private FailoverRule() {}

    /**
     * Returns whether the failure proves that the relay accepted nothing, and is about the relay: no connection, a refused
     * greeting or login, a session that broke or was refused before DATA. Once the content may be on its way, never: a second
     * copy would be the price.
     */
    static boolean isNothingAccepted(SmtpException failure) {
        return switch (failure.stage()) {
            case CONNECT -> true;
            case MAIL, RCPT ->
                failure.reply()
                        .map(reply -> isAboutRelay(reply, failure.stage()))
                        .orElse(true);
            case DATA, DOT, UNKNOWN -> false;
        };
    }

    /** Returns whether other messages will fail likewise; a connection that broke between two messages says nothing. */
    static boolean isOutage(SmtpException failure) {
        return failure.stage() == SmtpStage.CONNECT || failure.reply().isPresent();
    }

    private static boolean isAboutRelay(SmtpReply reply, SmtpStage stage) {
        return reply.code() == CLOSING
                || ACCOUNT.contains(reply.code())
                || (reply.isClass(4)
                        && ABOUT_RELAY.contains(
                                RefusalClassifier.classify(reply, stage).kind()));
    }

    static String reason(SmtpException failure) {
        return failure.reply()
                .map(reply -> reply.code() + " " + reply.text())
                .orElseGet(() -> String.valueOf(failure.getMessage()));
    }
}
