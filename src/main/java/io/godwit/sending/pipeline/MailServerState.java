package io.godwit.sending.pipeline;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state of the mail server and the send journal, for health checks. Safe from any thread. */
public final class MailServerState {

    /**
     * A time during which the mail server accepts nothing.
     *
     * @param reply its last reply or our sentence, whole: it may name addresses
     */
    public record Outage(Instant since, String reply) {}

    private volatile Optional<Outage> outage = Optional.empty();
    private volatile Optional<Outage> lastOutage = Optional.empty();
    private volatile boolean journalWritable = true;

    /** Sets the outage, empty when there is none; called by the send pipeline once a second at least. */
    public void set(Optional<String> reply) {
        var since = outage.map(Outage::since).orElseGet(Instant::now);
        outage = reply.map(line -> new Outage(since, line));
        lastOutage = outage.or(() -> lastOutage);
    }

    /** Returns false while the mail server accepts no email. */
    public boolean isReachable() {
        return outage.isEmpty();
    }

    /** Returns the outage of this moment. */
    public Optional<Outage> outage() {
        return outage;
    }

    /** Returns the last outage since the start of the node, which may be over. */
    public Optional<Outage> lastOutage() {
        return lastOutage;
    }

    /** Sets whether the journal can be written; called by the send pipeline once a second at least. */
    public void journal(boolean writable) {
        journalWritable = writable;
    }

    /** Returns false while acceptances cannot be written to the journal, so that no email is sent. */
    public boolean isJournalWritable() {
        return journalWritable;
    }

    /** Returns sentences for the operator; empty without a fault. */
    public List<String> warnings() {
        return journalWritable
                ? List.of()
                : List.of(
                        "The send journal cannot be written, so no email is sent: the data directory's disk may be full");
    }

    /**
     * Removes the text of a reply, which may name addresses: the health check is public, so only the reply code and our own
     * sentences are shown.
     */
    private static String shown(String reply) {
        return reply.matches("[245]\\d\\d .*") ? "It answers " + reply.substring(0, 3) : reply;
    }

    /**
     * Returns {@code ok}, or the time since when the mail server accepts no email and its last reply code; names no address.
     */
    public Map<String, Object> detail() {
        var members = new LinkedHashMap<String, Object>();
        members.put("status", outage.isPresent() ? "away" : "ok");
        outage.ifPresent(known -> {
            members.put("since", known.since().toString());
            members.put("reply", shown(known.reply()));
        });
        return members;
    }
}
