package io.godwit.contacts;

import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ProjectId;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * Computes keyed hashes (HMAC-SHA256) of addresses of deleted contacts. The key lives outside the database and the project is
 * part of the hash, so a hash reveals no address and cannot be compared between projects. Safe to use from any thread.
 */
final class AddressHasher {

    private static final String PURPOSE = "opt-outs";

    private final Crypto crypto;

    AddressHasher(Crypto crypto) {
        this.crypto = crypto;
    }

    Buffer hash(ProjectId project, EmailAddress email) {
        var text = project.value() + " " + email.value();
        return Buffer.buffer(crypto.sign(PURPOSE, text.getBytes(StandardCharsets.UTF_8)));
    }
}
