package io.godwit.mailauth;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.api.PublicKeyRecord;
import org.apache.james.jdkim.api.PublicKeyRecordRetriever;
import org.apache.james.jdkim.api.Result;
import org.apache.james.jdkim.api.SignatureRecord;
import org.apache.james.jdkim.exceptions.FailException;
import org.apache.james.jdkim.exceptions.TempFailException;
import org.apache.james.jdkim.tagvalue.PublicKeyRecordImpl;

/** Verifies DKIM signatures (RFC 6376) with jdkim. */
final class DkimVerifier {

    /**
     * Max signatures whose key is asked for, from the top; further ones fail. RFC 6376 §6.1 leaves the number to the verifier. A
     * message with hundreds would cause as many queries, to name servers of its author's choice.
     */
    private static final int MAX_SIGNATURES = 10;

    private DkimVerifier() {}

    /**
     * The result.
     *
     * @param valid the domains whose signatures are valid and cover the whole body, in lower case
     * @param unanswered the domains of the signatures whose key no name server told, in lower case
     */
    record Signatures(AuthResult result, List<String> valid, List<String> unanswered) {}

    static Signatures check(BlockingDns dns, byte[] message) {
        var unanswered = new ArrayList<String>();
        var requested = new int[1];
        var verifier = new StrictVerifier((ignored, selector, domain) -> {
            if (++requested[0] > MAX_SIGNATURES) {
                return List.of();
            }
            try {
                return dns.txt(selector + "._domainkey." + domain);
            } catch (BlockingDns.DnsTimeoutException unknown) {
                unanswered.add(domain.toString().toLowerCase(Locale.ROOT));
                throw new TempFailException("No answer");
            }
        });
        try {
            verifier.verify(new ByteArrayInputStream(message));
        } catch (FailException none) {
            // The signatures are judged one by one below.
        } catch (IOException | RuntimeException unreadable) {
            return new Signatures(AuthResult.FAIL, List.of(), unanswered);
        }
        return signatures(verifier.getResults(), unanswered);
    }

    private static Signatures signatures(List<Result> results, List<String> unanswered) {
        var domains = new ArrayList<String>();
        for (var each : results) {
            if (each.isSuccess() && isTrustworthy(each.getRecord())) {
                domains.add(each.getRecord().getDToken().toString().toLowerCase(Locale.ROOT));
            }
        }
        if (!domains.isEmpty()) {
            return new Signatures(AuthResult.PASS, domains, unanswered);
        }
        var result = results.isEmpty() ? AuthResult.GRAY : AuthResult.FAIL;
        return new Signatures(unanswered.isEmpty() ? result : AuthResult.PROCESSING_FAILED, domains, unanswered);
    }

    /**
     * Returns false for a signature over a part of the body, to which anyone can append (RFC 6376 §8.2), and for one with
     * SHA-1 (RFC 8301 §3.1).
     */
    private static boolean isTrustworthy(SignatureRecord signature) {
        return signature.getBodyHashLimit() < 0
                && !"sha1".equalsIgnoreCase(signature.getHashMethod().toString());
    }

    /** Refuses the keys jdkim accepts and the RFCs do not. */
    private static final class StrictVerifier extends DKIMVerifier {

        StrictVerifier(PublicKeyRecordRetriever retriever) {
            super(retriever);
        }

        @Override
        protected PublicKeyRecord newPublicKeyRecord(String record) {
            return new StrictKeyRecord(record);
        }
    }

    /** A key record that is only valid for email and with a key long enough. */
    private static final class StrictKeyRecord extends PublicKeyRecordImpl {

        /** Min length of an RSA key (RFC 8301 §3.2). */
        private static final int MIN_RSA_BITS = 1024;

        StrictKeyRecord(String record) {
            super(record);
        }

        @Override
        public void validate() {
            super.validate();
            if (!isForEmail()) {
                throw new IllegalStateException("The key is of another service");
            }
            if (getPublicKey() instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < MIN_RSA_BITS) {
                throw new IllegalStateException("The key is too short");
            }
        }

        /** Returns whether the tag {@code s}, by default {@code *}, lists email (RFC 6376 §3.6.1). */
        private boolean isForEmail() {
            return Pattern.compile(":")
                    .splitAsStream(getValue("s"))
                    .map(String::strip)
                    .anyMatch(service -> service.equals("*") || service.equalsIgnoreCase("email"));
        }
    }
}
