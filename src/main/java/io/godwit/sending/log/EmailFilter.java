package io.godwit.sending.log;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.sending.EmailStatus;
import io.godwit.templates.EmailClass;
import io.godwit.web.Query;
import io.godwit.web.lists.QueryDateReader;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The filter of a listing of the email log.
 *
 * @param contact a text that is no id matches no contact, so nothing is found
 * @param provider the mailbox provider of the recipient, as reports name it
 */
record EmailFilter(
        Optional<String> status,
        Optional<UUID> contact,
        Optional<UUID> campaign,
        Optional<EmailAddress> to,
        Optional<String> provider,
        Origin origin,
        Words words,
        Bounds bounds) {

    /** The query plan of a listing. */
    enum Plan {
        /** Reads an index that has the rows in the order of the list. */
        INDEX,
        /** Scans from the newest row on, up to a limit of rows: no index covers the condition. */
        SCAN,
        /** Reads all matching rows, which are few, and sorts them. */
        GATHER
    }

    /**
     * The origin of an email.
     *
     * @param source one of {@link #SOURCES}
     * @param type the class of the email
     */
    record Origin(
            Optional<UUID> template, Optional<UUID> workflow, Optional<String> source, Optional<EmailClass> type) {

        static final Origin ANY = new Origin(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** Returns whether the origin needs a scan: received emails and the emails of a template have indexes. */
        private boolean isScanned() {
            return workflow.isPresent()
                    || type.isPresent()
                    || source.filter(name -> !name.equals(RECEIVED)).isPresent();
        }
    }

    /**
     * Texts to find in an email, in lower case.
     *
     * @param search part of the recipient's address or name, or of the subject
     * @param subject part of the subject template, before its placeholders were filled
     */
    record Words(Optional<String> search, Optional<String> subject) {

        static final Words NONE = new Words(Optional.empty(), Optional.empty());

        boolean areScanned() {
            return search.isPresent() || subject.isPresent();
        }
    }

    /**
     * The ids between which the list lies.
     *
     * @param before only emails older than this one
     * @param since no emails older than this one
     * @param ofCampaign whether the bounds are those of the campaign's emails
     * @param isLater whether this is not the first page
     */
    record Bounds(Optional<EmailId> before, Optional<EmailId> since, boolean ofCampaign, boolean isLater) {

        /** Returns bounds after the last email of the previous page, if there was one. */
        static Bounds after(Optional<EmailId> last) {
            return new Bounds(last, Optional.empty(), false, last.isPresent());
        }
    }

    static final String RECEIVED = EmailSourceType.INBOUND.name();

    private static final List<String> SOURCES =
            Stream.of(EmailSourceType.values()).map(Enum::name).toList();

    private static final List<String> TYPES =
            Stream.of(EmailClass.values()).map(Enum::name).toList();

    private static final List<String> STATUSES =
            Stream.of(EmailStatus.values()).map(Enum::name).toList();

    /** Statuses without an index: they are frequent, and an index of them would be written with every email. */
    private static final Set<String> SCANNED_STATUSES = Set.of("SENT", "DELIVERED", "OPENED", "CLICKED");

    /** Max characters of a text to find. */
    private static final int MAX_LENGTH = 255;

    /** An id that no row has. */
    private static final UUID NO_ROW = new UUID(0, 0);

    static EmailFilter read(Query query, Optional<EmailId> cursor) {
        var origin = new Origin(
                query.text("templateId").map(EmailFilter::id),
                query.text("workflowId").map(EmailFilter::id),
                source(query),
                query.oneOf("type", TYPES).map(EmailClass::valueOf));
        return new EmailFilter(
                query.oneOf("status", STATUSES),
                query.text("contactId").map(EmailFilter::id),
                query.text("campaignId").map(EmailFilter::id),
                query.text("to", "@").map(EmailFilter::address),
                query.text("provider").filter(name -> !name.isEmpty()),
                origin,
                new Words(words(query, "search"), words(query, "subject")),
                bounds(query, cursor));
    }

    /** Returns the bounds of a time range: ids are ordered by time; a day as the end means all of it. */
    private static Bounds bounds(Query query, Optional<EmailId> cursor) {
        var since = QueryDateReader.read(query, "startDate", ZoneOffset.UTC, 0);
        var until = QueryDateReader.read(query, "endDate", ZoneOffset.UTC, 1);
        if (since.isPresent() && until.filter(since.get()::isAfter).isPresent()) {
            throw Failure.invalid("endDate", "custom", "Must not be before startDate");
        }
        var end = until.map(Ids::first).map(EmailId::new);
        return new Bounds(earliest(cursor, end), since.map(Ids::first).map(EmailId::new), false, cursor.isPresent());
    }

    private static Optional<EmailId> earliest(Optional<EmailId> one, Optional<EmailId> other) {
        return Stream.concat(one.stream(), other.stream()).min(EmailFilter::compare);
    }

    private static int compare(EmailId one, EmailId other) {
        return one.toString().compareTo(other.toString());
    }

    /**
     * Returns the filter limited to the range from {@code first} until before {@code last}, which holds the campaign's emails.
     */
    EmailFilter within(EmailId first, EmailId last) {
        var since = bounds.since().filter(id -> compare(id, first) > 0).orElse(first);
        return with(
                new Bounds(earliest(bounds.before(), Optional.of(last)), Optional.of(since), true, bounds.isLater()));
    }

    /** Returns the filter limited to the range from {@code first} on. */
    EmailFilter from(EmailId first) {
        return with(new Bounds(bounds.before(), Optional.of(first), bounds.ofCampaign(), bounds.isLater()));
    }

    private EmailFilter with(Bounds others) {
        return new EmailFilter(status, contact, campaign, to, provider, origin, words, others);
    }

    /** Returns the part of the filter that bounds a scan: its range and the template. */
    EmailFilter path() {
        var template = new Origin(origin.template(), Optional.empty(), Optional.empty(), Optional.empty());
        return new EmailFilter(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                template,
                Words.NONE,
                bounds);
    }

    Plan plan() {
        if (contact.isPresent() || to.isPresent()) {
            return Plan.INDEX;
        }
        if (campaign.isPresent() && !bounds.ofCampaign()) {
            return Plan.GATHER;
        }
        if (origin.isScanned() || words.areScanned() || provider.isPresent()) {
            return Plan.SCAN;
        }
        return status.map(SCANNED_STATUSES::contains).orElse(campaign.isPresent()) ? Plan.SCAN : Plan.INDEX;
    }

    private static Optional<String> source(Query query) {
        var source = query.oneOf("source", SOURCES);
        var alias = query.oneOf("sourceType", SOURCES);
        if (source.isPresent() && alias.isPresent() && !source.equals(alias)) {
            throw Failure.invalid("source", "custom", "Says something else than sourceType; give one of them");
        }
        return alias.or(() -> source);
    }

    private static Optional<String> words(Query query, String field) {
        var text = query.text(field).filter(words -> !words.isEmpty());
        if (text.filter(words -> words.length() > MAX_LENGTH).isPresent()) {
            throw Failure.invalid(field, "too_big", "String must contain at most " + MAX_LENGTH + " character(s)");
        }
        return text.map(words -> words.toLowerCase(Locale.ROOT));
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElse(NO_ROW);
    }

    private static EmailAddress address(String text) {
        return EmailAddress.parse(text).orElseThrow(() -> Failure.invalid("to", "invalid_string", "Invalid email"));
    }
}
