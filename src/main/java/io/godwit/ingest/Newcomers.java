package io.godwit.ingest;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Limits the contacts that a holder of a public key, which is anybody, can make from one address. The answer says nothing of
 * contacts, so that it cannot be used to find out which addresses are known.
 */
final class Newcomers {

    private static final long RETRY_AFTER_SECONDS = 60;

    private final Predicate<String> admits;

    /** @param admits counts one new contact for a client's address; false when it has had too many in the last minute */
    Newcomers(Predicate<String> admits) {
        this.admits = admits;
    }

    /** Why this call may not make a contact; counts it when it may. */
    Optional<Failure> refuse(Pending call) {
        var client = call.entry().newcomersFrom();
        if (client.isEmpty() || call.admitted()) {
            return Optional.empty();
        }
        if (admits.test(client.get())) {
            call.admit();
            return Optional.empty();
        }
        return Optional.of(Failure.later(
                Kind.RATE_LIMIT_EXCEEDED, "Too many requests from this address; slow down", RETRY_AFTER_SECONDS));
    }
}
