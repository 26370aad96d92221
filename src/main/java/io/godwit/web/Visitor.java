package io.godwit.web;

import io.godwit.web.Authenticator.Grant;
import io.godwit.web.Sessions.SignedIn;
import java.util.Optional;
import java.util.UUID;

/** Who calls: a key, or a user; and the project they act in, unless a user acts for themselves alone. */
record Visitor(Optional<Grant> grant, Optional<SignedIn> user) {

    static Visitor withKey(Grant grant) {
        return new Visitor(Optional.of(grant), Optional.empty());
    }

    /** Whose requests, and whose repetitions of them, are counted together: the project's, else the user's. */
    UUID scope() {
        return grant.map(open -> open.tenant().project().value())
                .or(() -> user.map(known -> known.user().value()))
                .orElseThrow();
    }
}
