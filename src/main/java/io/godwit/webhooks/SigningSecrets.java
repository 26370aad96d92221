package io.godwit.webhooks;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The secrets a project's calls are signed with at present.
 *
 * @param previous the secret before, valid until {@code previousUntil}; both are present or neither
 */
record SigningSecrets(SigningSecret current, Optional<SigningSecret> previous, Optional<Instant> previousUntil) {

    List<SigningSecret> all() {
        return Stream.concat(Stream.of(current), previous.stream()).toList();
    }
}
