package io.godwit.domains;

import java.util.Optional;

/**
 * What a look-up of one record brought.
 *
 * @param found the value that is there, cut, without controls
 * @param problem what is wrong with it, for a reader
 */
record RecordCheck(DnsRecord.Type type, String host, Status status, Optional<String> found, Optional<String> problem) {

    /** How a record stands. */
    enum Status {
        /** Not looked up yet. */
        PENDING,
        VALID,
        /** Something else is there. */
        INVALID,
        /** Certainly nothing is there. */
        MISSING,
        /** Nobody answered. */
        UNKNOWN
    }

    private static final int MOST_SHOWN = 500;
    private static final String SILENT = "DNS did not answer the last check; what was known before still holds";

    static RecordCheck pending(DnsRecord record) {
        return of(record, Status.PENDING, Optional.empty(), Optional.empty());
    }

    static RecordCheck valid(DnsRecord record, String found) {
        return of(record, Status.VALID, Optional.of(found), Optional.empty());
    }

    /** It does its work, and something should be mended all the same. */
    static RecordCheck valid(DnsRecord record, String found, String problem) {
        return of(record, Status.VALID, Optional.of(found), Optional.of(problem));
    }

    static RecordCheck invalid(DnsRecord record, String found, String problem) {
        return of(record, Status.INVALID, Optional.of(found), Optional.of(problem));
    }

    static RecordCheck missing(DnsRecord record) {
        return of(
                record,
                Status.MISSING,
                Optional.empty(),
                Optional.of("There is no " + record.type() + " record at " + record.host()));
    }

    static RecordCheck unknown(DnsRecord record) {
        return of(record, Status.UNKNOWN, Optional.empty(), Optional.empty());
    }

    private static RecordCheck of(DnsRecord record, Status status, Optional<String> found, Optional<String> problem) {
        return new RecordCheck(record.type(), record.host(), status, found.map(RecordCheck::shown), problem);
    }

    /** What comes from strangers' name servers is shown on pages and kept in the database: plain characters, not many. */
    private static String shown(String text) {
        var shown = new StringBuilder();
        text.chars()
                .limit(MOST_SHOWN)
                .forEach(unit -> shown.append(
                        Character.isISOControl(unit) || Character.isSurrogate((char) unit) || unit > 0xfffd
                                ? ' '
                                : (char) unit));
        return shown.toString();
    }

    boolean isAbout(DnsRecord record) {
        return type == record.type() && host.equals(record.host());
    }

    /** A check without an answer takes nothing of what was known. */
    RecordCheck after(Optional<RecordCheck> before) {
        return status != Status.UNKNOWN
                ? this
                : new RecordCheck(
                        type,
                        host,
                        before.map(RecordCheck::status).orElse(Status.UNKNOWN),
                        before.flatMap(RecordCheck::found),
                        Optional.of(SILENT));
    }
}
