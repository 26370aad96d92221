package io.godwit.ingest;

import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Generates the contact ids in answers to public keys, which anyone can read: a keyed hash of project and address in the form
 * of an id (UUIDv8, RFC 9562 §5.8). It is the same for an address whether or not it is a contact, and identifies no row.
 */
final class PseudonymGenerator {

    private static final String PURPOSE = "contact pseudonyms";
    private static final long VERSION_8 = 0x8000L;
    private static final long VARIANT = 1L << 63;

    private final Crypto crypto;

    PseudonymGenerator(Crypto crypto) {
        this.crypto = crypto;
    }

    ContactId pseudonym(ProjectId project, EmailAddress email) {
        var text = project.value() + " " + email.value();
        var hash = ByteBuffer.wrap(crypto.sign(PURPOSE, text.getBytes(StandardCharsets.UTF_8)));
        var high = (hash.getLong() & ~0xF000L) | VERSION_8;
        var low = (hash.getLong() & ~(3L << 62)) | VARIANT;
        return new ContactId(new UUID(high, low));
    }
}
