package io.godwit.mailauth;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.api.Result;
import org.apache.james.jdkim.exceptions.FailException;
import org.apache.james.jdkim.exceptions.TempFailException;

/** Verifies DKIM signatures (RFC 6376) with jdkim. */
final class DkimVerifier {

    private DkimVerifier() {}

    /** The result, with the domains whose signatures are valid and cover the whole body. */
    record ValidSignatures(AuthResult result, List<String> domains) {}

    static ValidSignatures check(BlockingDns dns, byte[] message) {
        var silent = new boolean[1];
        var verifier = new DKIMVerifier((ignored, selector, domain) -> {
            try {
                return dns.txt(selector + "._domainkey." + domain);
            } catch (BlockingDns.DnsTimeoutException unknown) {
                silent[0] = true;
                throw new TempFailException("No answer");
            }
        });
        try {
            verifier.verify(new ByteArrayInputStream(message));
        } catch (FailException none) {
            // The signatures are judged one by one below.
        } catch (IOException | RuntimeException unreadable) {
            return new ValidSignatures(AuthResult.FAIL, List.of());
        }
        return result(verifier.getResults(), silent[0]);
    }

    private static ValidSignatures result(List<Result> results, boolean silent) {
        var domains = new ArrayList<String>();
        for (var each : results) {
            // A signature over a part of the body lets anyone append to it (RFC 6376 §8.2).
            if (each.isSuccess() && each.getRecord().getBodyHashLimit() < 0) {
                domains.add(each.getRecord().getDToken().toString().toLowerCase(Locale.ROOT));
            }
        }
        if (!domains.isEmpty()) {
            return new ValidSignatures(AuthResult.PASS, domains);
        }
        return new ValidSignatures(
                silent ? AuthResult.PROCESSING_FAILED : results.isEmpty() ? AuthResult.GRAY : AuthResult.FAIL,
                List.of());
    }
}
