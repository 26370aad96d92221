package io.godwit.chaos;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that callers, rows, mail server and nodes tell of one run after the last fault is mended and every queue has had its time to
 * run empty. Each call is for a recipient of its own, so that recipients join the lists.
 *
 * @param events recipients whose tracked event is stored, each as often as it is
 * @param contacts addresses of the contacts that calls have made
 * @param counts figures the product shows beside what was counted
 * @param foreign texts of one project that were seen in another's
 * @param queueToRows rows left in each queue
 * @param doubts times at which emails under way may have been left in doubt
 */
record Observation(
        List<Call> calls,
        List<Copy> copies,
        List<StoredEmail> emails,
        List<String> events,
        List<String> contacts,
        List<Timer> timers,
        List<Count> counts,
        List<String> foreign,
        Map<String, Long> queueToRows,
        List<Node> nodes,
        List<Doubt> doubts,
        WebhookLedger webhooks,
        ImportLedger imports,
        HitLedger hits,
        BillingLedger billing) {

    /** An email that was sent is opened and clicked sometimes. */
    private static final Set<String> SENT = Set.of("SENT", "OPENED", "CLICKED");

    private static final Set<String> NOT_SENT = Set.of("FAILED", "BOUNCED", "SUPPRESSED", "CANCELLED");

    /** The same in lists of its own. */
    Observation copy() {
        return new Observation(
                new ArrayList<>(calls),
                new ArrayList<>(copies),
                new ArrayList<>(emails),
                new ArrayList<>(events),
                new ArrayList<>(contacts),
                new ArrayList<>(timers),
                new ArrayList<>(counts),
                new ArrayList<>(foreign),
                new HashMap<>(queueToRows),
                new ArrayList<>(nodes),
                new ArrayList<>(doubts),
                webhooks.copy(),
                imports.copy(),
                hits.copy(),
                billing.copy());
    }

    /** The last answer to a caller, after it had repeated the call by its idempotency key. */
    enum Outcome {
        ACCEPTED,
        REFUSED,
        /** No answer, or a 5xx: it may have been done or not. */
        UNCLEAR
    }

    enum Kind {
        SEND,
        /** An event that leads to an email. */
        TRACK,
        /** An event that leads to the call of a webhook, and then to an email. */
        WEBHOOK
    }

    record Call(Kind kind, String recipient, Outcome outcome) {}

    /**
     * A message the mail server has answered with 250.
     *
     * @param at when it came
     */
    record Copy(String recipient, String messageId, String date, Instant at) {}

    /**
     * A fault by which nodes may not have come to know that emails were sent, or calls of webhooks answered.
     *
     * @param from before it, an email that came had been recorded
     * @param to after it, an email that comes is recorded
     * @param emails under way at one moment
     * @param calls under way at one moment
     */
    record Doubt(String fault, Instant from, Instant to, int emails, int calls) {

        boolean covers(Instant at) {
            return !at.isBefore(from) && !at.isAfter(to);
        }
    }

    /** @param reason why it ended otherwise than as SENT; empty for none */
    record StoredEmail(String recipient, String source, String status, String reason) {

        boolean isEnded() {
            return isSent() || NOT_SENT.contains(status);
        }

        boolean isSent() {
            return SENT.contains(status);
        }
    }

    /**
     * A rest of one execution at one step.
     *
     * @param visits how often the execution came to the step
     * @param due by the database's clock
     * @param done when it went on, by the same clock
     */
    record Timer(String execution, int visits, Instant due, Instant done) {}

    record Count(String name, long shown, long counted) {}

    /**
     * A node after the run.
     *
     * @param alarms lines of its log that tell of an uncaught exception, a blocked thread, a leak, or memory that has run out
     * @param heap bytes used after a collection; 0 when they could not be read
     * @param files open sockets and files
     */
    record Node(String name, List<String> alarms, long heap, long files) {}
}
