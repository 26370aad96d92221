package io.godwit.domains;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of looking up one record.
 *
 * @param found the value found, cut, without control characters
 * @param problem the mistake in it, as a sentence for the user
 */
record RecordCheck(DnsRecord.Type type, String host, Status status, Optional<String> found, Optional<String> problem) {

    /** The status of a record. */
    enum Status {
        /** Not looked up yet. */
        PENDING,
        VALID,
        /** Another record is there. */
        INVALID,
        /** Certainly no such record is there. */
        MISSING,
        /** No server answered. */
        UNKNOWN;

        /** Returns the word of the API. */
        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int MAX_SHOWN = 500;
    private static final String SILENT = "DNS did not answer the last check; what was known before still holds";

    static RecordCheck pending(DnsRecord record) {
        return of(record, Status.PENDING, Optional.empty(), Optional.empty());
    }

    static RecordCheck valid(DnsRecord record, String found) {
        return of(record, Status.VALID, Optional.of(found), Optional.empty());
    }

    /** A record that works, although something should be corrected. */
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

    /**
     * The value for pages and the database, cut and without control characters, because it comes from foreign name servers.
     */
    private static String shown(String text) {
        var shown = new StringBuilder();
        text.chars()
                .limit(MAX_SHOWN)
                .forEach(unit -> shown.append(
                        Character.isISOControl(unit) || Character.isSurrogate((char) unit) || unit > 0xfffd
                                ? ' '
                                : (char) unit));
        return shown.toString();
    }

    boolean isAbout(DnsRecord record) {
        return type == record.type() && host.equals(record.host());
    }

    /** The result to store: a check without an answer keeps the earlier result. */
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
