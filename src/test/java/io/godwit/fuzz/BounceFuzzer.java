package io.godwit.fuzz;

import io.godwit.bounces.BounceClassifier;
import io.godwit.bounces.BounceVerdict;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The reader of bounces, reports and automatic answers. Input: the message. */
public final class BounceFuzzer {

    private static final Pattern STATUS = Pattern.compile("[245]\\.\\d{1,3}\\.\\d{1,3}");
    private static final int MAX_LINE = 500;

    /** The line of the verdict when an exception came up that no reader foresees. */
    private static final String UNFORESEEN = "This mail could not be read";

    private BounceFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.ISO_8859_1);
        check(BounceClassifier.classify(data, Optional.of("")), text);
        check(BounceClassifier.classify(data, Optional.empty()), text);
        check(BounceClassifier.classifyDiagnosis(Optional.of("5.0.0"), text), text);
        BounceClassifier.quoted(data);
        BounceClassifier.isAutomatedSender(text);
    }

    private static void check(BounceVerdict verdict, String message) {
        Invariant.holds(!verdict.line().equals(UNFORESEEN) || message.contains(UNFORESEEN), "An unforeseen exception");
        Invariant.holds(verdict.line().length() <= MAX_LINE, "The line is bounded");
        Invariant.holds(
                verdict.status().stream()
                        .allMatch(status -> STATUS.matcher(status).matches()),
                "RFC 3463");
        Invariant.holds(verdict.code().stream().allMatch(code -> code >= 200 && code <= 599), "RFC 5321");
        verdict.messageId().ifPresent(id -> Invariant.oneLine(id, "A Message-ID has one line"));
        Invariant.same(
                verdict.kind() == BounceVerdict.Kind.HARD,
                verdict.kind() == BounceVerdict.Kind.HARD && verdict.refusal().isPresent(),
                "A dead address has a reason");
    }
}
