package io.godwit.sending;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells how the mail server and the send journal stand, for those who look at the node's health. Safe from any thread. */
public final class MailServerState {

    private record Outage(Instant since, String reply) {}

    private volatile Optional<Outage> outage = Optional.empty();
    private volatile boolean journalWritable = true;

    /** Set by the send pipeline once a second at least. */
    public void set(Optional<String> reply) {
        var since = outage.map(Outage::since).orElseGet(Instant::now);
        outage = reply.map(said -> new Outage(since, shown(said)));
    }

    /** Set by the send pipeline once a second at least. */
    public void journal(boolean writable) {
        journalWritable = writable;
    }

    /** False while acceptances could not be noted, so that no mail is sent. */
    public boolean isJournalWritable() {
        return journalWritable;
    }

    /** Sentences for the operator; empty when all is well. */
    public List<String> warnings() {
        return journalWritable
                ? List.of()
                : List.of(
                        "The send journal cannot be written, so no mail is sent: the data directory's disk may be full");
    }

    /** Anybody may ask, and a reply may name addresses: of a reply only the code is shown, and sentences of ours. */
    private static String shown(String reply) {
        return reply.matches("[245]\\d\\d .*") ? "It answers " + reply.substring(0, 3) : reply;
    }

    /** {@code ok}, or since when it does not take our mail and what it said last; names no address. */
    public Map<String, Object> detail() {
        var members = new LinkedHashMap<String, Object>();
        members.put("status", outage.isPresent() ? "away" : "ok");
        outage.ifPresent(known -> {
            members.put("since", known.since().toString());
            members.put("reply", known.reply());
        });
        return members;
    }
}
