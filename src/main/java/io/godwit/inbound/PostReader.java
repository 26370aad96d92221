package io.godwit.inbound;

import io.godwit.bounces.Classifier;
import io.godwit.bounces.Verdict;
import io.godwit.core.ReturnPaths;
import io.godwit.inbound.Report.Bounce;
import io.godwit.inbound.Report.Bounce.Cause;
import io.godwit.inbound.Report.Evidence;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads mail that came to our own door or to a mailbox: a bounce, a complaint, or a mail somebody wrote to a domain of ours.
 * What came to the return path of a mail is about that mail and is never filed.
 */
final class PostReader implements ReportReader {

    private final ReturnPaths returnPaths;

    PostReader(ReturnPaths returnPaths) {
        this.returnPaths = returnPaths;
    }

    @Override
    public List<Report> read(RawReport raw) {
        var post = Posted.read(raw.raw());
        var verdict = Classifier.classify(post.message(), returnPath(raw, post));
        var returned = post.recipients().stream()
                .filter(address -> returnPaths.read(address).isPresent())
                .findFirst();
        var reference = new Reference(verdict.messageId(), returned, Optional.empty());
        if (returned.isEmpty() && !isReport(verdict.kind())) {
            return List.of(received(raw, post));
        }
        return reference.equals(Reference.NONE) ? List.of() : report(reference, raw, verdict);
    }

    /** A mailbox may have lost it; our own door knows. */
    private static Optional<String> returnPath(RawReport raw, Posted post) {
        return raw.provider().equals(Arrivals.MAILBOX) && post.from().isEmpty()
                ? Optional.empty()
                : Optional.of(post.from());
    }

    /** Written by a mail system or a provider, not to be filed among letters. */
    private static boolean isReport(Verdict.Kind kind) {
        return switch (kind) {
            case HARD, SOFT, BLOCK, DELAYED, DELIVERED, COMPLAINT -> true;
            case AUTO_REPLY, CHALLENGE, NONE -> false;
        };
    }

    private static List<Report> report(Reference mail, RawReport raw, Verdict verdict) {
        var at = raw.receivedAt();
        var evidence = new Evidence(verdict.code(), verdict.status(), verdict.line());
        return switch (verdict.kind()) {
            case HARD -> List.of(new Bounce(mail, at, Cause.HARD, evidence));
            case SOFT -> List.of(new Bounce(mail, at, Cause.SOFT, evidence));
            case BLOCK -> List.of(new Bounce(mail, at, Cause.BLOCK, evidence));
            case AUTO_REPLY, CHALLENGE -> List.of(new Bounce(mail, at, Cause.AUTO_REPLY, evidence));
            case DELAYED -> List.of(new Report.Delay(mail, at, evidence));
            case DELIVERED -> List.of(new Report.Delivery(mail, at));
            case COMPLAINT -> List.of(new Report.Complaint(mail, at, feedback(verdict)));
            case NONE -> List.of();
        };
    }

    private static String feedback(Verdict verdict) {
        return verdict.line().replaceFirst("(?i)^feedback-type: ?", "");
    }

    private static Report received(RawReport raw, Posted post) {
        var marks = post.marks();
        return new Report.Received(
                raw.receivedAt(),
                post.from(),
                post.recipients(),
                Buffer.buffer(post.message()),
                Optional.empty(),
                Map.of(
                        "spf", marks.spf().name(),
                        "dkim", marks.dkim().name(),
                        "dmarc", marks.dmarc().name()));
    }
}
