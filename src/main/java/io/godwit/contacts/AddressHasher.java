package io.godwit.contacts;

import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ProjectId;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * Keyed hashes (HMAC-SHA256) of addresses of deleted contacts. The key lives outside the database, and a hash is of one project:
 * it tells nobody an address, and two projects have nothing to compare. Safe to use from any thread.
 */
final class AddressHasher {

    private static final String PURPOSE = "opt-outs";

    private final Crypto vault;

    AddressHasher(Crypto vault) {
        this.vault = vault;
    }

    Buffer hash(ProjectId project, EmailAddress email) {
        var text = project.value() + " " + email.value();
        return Buffer.buffer(vault.sign(PURPOSE, text.getBytes(StandardCharsets.UTF_8)));
    }
}
