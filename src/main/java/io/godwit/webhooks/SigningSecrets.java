package io.godwit.webhooks;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The secrets a project's calls are signed with at a time.
 *
 * @param previous until {@code previousUntil}, which is there when it is
 */
record SigningSecrets(SigningSecret current, Optional<SigningSecret> previous, Optional<Instant> previousUntil) {

    List<SigningSecret> all() {
        return Stream.concat(Stream.of(current), previous.stream()).toList();
    }
}
