package io.godwit.web.auth;

import io.godwit.core.Tenant.Caller;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.SessionLookup.SignedIn;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/** The caller of a request: a key, or a user, with the rights in the project unless a user acts for themselves alone. */
public record Principal(Optional<Grant> grant, Optional<SignedIn> user) {

    public static Principal withKey(Grant grant) {
        return new Principal(Optional.of(grant), Optional.empty());
    }

    /** The scope of idempotency keys: the project, apart from its public keys, or else the user. */
    public UUID scope() {
        return grant.map(open -> isPublic()
                        ? ofPublicKeys(open.tenant().project().value())
                        : open.tenant().project().value())
                .orElseGet(this::ofUser);
    }

    /** The account that requests and bodies are counted for: the user wherever they act, or else {@link #scope}. */
    public UUID account() {
        return user.isPresent() ? ofUser() : scope();
    }

    /** Tells whether the caller showed a key that any page may show. */
    public boolean isPublic() {
        return grant.filter(open -> open.tenant().caller() == Caller.PUBLIC_KEY).isPresent();
    }

    private UUID ofUser() {
        return user.orElseThrow().user().value();
    }

    /** No UUIDv7 is one of version 3. */
    private static UUID ofPublicKeys(UUID project) {
        return UUID.nameUUIDFromBytes(("public keys of " + project).getBytes(StandardCharsets.UTF_8));
    }
}
