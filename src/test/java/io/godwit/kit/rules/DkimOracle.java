package io.godwit.kit.rules;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.exceptions.FailException;

/** Checks a signature with jdkim, which shares no code with what signs. */
public final class DkimOracle {

    private DkimOracle() {}

    /**
     * The names of the fields that the message's only signature covers; fails when it does not hold.
     *
     * @param place where the key is looked up, {@code selector._domainkey.domain}
     * @param publicKey SubjectPublicKeyInfo of an RSA key
     */
    public static List<String> signedNames(byte[] message, String place, byte[] publicKey) throws FailException {
        var record = "v=DKIM1; k=rsa; p=" + Base64.getEncoder().encodeToString(publicKey);
        var verifier = new DKIMVerifier((ignored, selector, domain) -> {
            require(place.equals(selector + "._domainkey." + domain), "The signature names another key than " + place);
            return List.of(record);
        });
        try {
            var signatures = verifier.verify(new ByteArrayInputStream(message));
            require(signatures.size() == 1, "There are " + signatures.size() + " signatures");
            return signatures.get(0).getHeaders().stream()
                    .map(CharSequence::toString)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
