package io.godwit.authenticity;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.james.jdkim.DKIMVerifier;
import org.apache.james.jdkim.api.Result;
import org.apache.james.jdkim.exceptions.FailException;
import org.apache.james.jdkim.exceptions.TempFailException;

/** Whose signatures hold (RFC 6376)? Asked of jdkim. */
final class Dkim {

    private Dkim() {}

    /** The domains whose signatures hold and cover the whole body. */
    record Signatures(Mark mark, List<String> domains) {}

    static Signatures check(Names names, byte[] message) {
        var silent = new boolean[1];
        var verifier = new DKIMVerifier((methods, selector, domain) -> {
            try {
                return names.txt(selector + "._domainkey." + domain);
            } catch (Names.Silence unknown) {
                silent[0] = true;
                throw new TempFailException("No answer");
            }
        });
        try {
            verifier.verify(new ByteArrayInputStream(message));
        } catch (FailException none) {
            // Told signature by signature below.
        } catch (IOException | RuntimeException unreadable) {
            return new Signatures(Mark.FAIL, List.of());
        }
        return result(verifier.getResults(), silent[0]);
    }

    private static Signatures result(List<Result> results, boolean silent) {
        var domains = new ArrayList<String>();
        for (var each : results) {
            // A signature over a part of the body lets anybody add to it (RFC 6376 §8.2).
            if (each.isSuccess() && each.getRecord().getBodyHashLimit() < 0) {
                domains.add(each.getRecord().getDToken().toString().toLowerCase(Locale.ROOT));
            }
        }
        if (!domains.isEmpty()) {
            return new Signatures(Mark.PASS, domains);
        }
        return new Signatures(silent ? Mark.PROCESSING_FAILED : results.isEmpty() ? Mark.GRAY : Mark.FAIL, List.of());
    }
}
