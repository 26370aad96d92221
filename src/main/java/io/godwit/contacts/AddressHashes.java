package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import io.godwit.core.ProjectId;
import io.godwit.core.Vault;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * Keyed hashes (HMAC-SHA256) of addresses of deleted contacts. The key lives outside the database, and a hash is of one project:
 * it tells nobody an address, and two projects have nothing to compare. Safe to use from any thread.
 */
final class AddressHashes {

    private static final String PURPOSE = "opt-outs";

    private final Vault vault;

    AddressHashes(Vault vault) {
        this.vault = vault;
    }

    Buffer of(ProjectId project, EmailAddress email) {
        var text = project.value() + " " + email.value();
        return Buffer.buffer(vault.sign(PURPOSE, text.getBytes(StandardCharsets.UTF_8)));
    }
}
