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
 * Which emails of the log are listed.
 *
 * @param contact what is no id names no contact, so nothing is found
 */
record EmailFilter(
        Optional<String> status,
        Optional<UUID> contact,
        Optional<UUID> campaign,
        Optional<EmailAddress> to,
        Origin origin,
        Words words,
        Bounds bounds) {

    /** How the log is read. */
    enum Plan {
        /** By an index that has it in the order of the list. */
        INDEX,
        /** From the end of the log on, and not for ever: no index tells what is looked for. */
        WALK,
        /** All of it, which is little, and then in order. */
        GATHER
    }

    /**
     * What made the email.
     *
     * @param source one of {@link #SOURCES}
     * @param type the class of the mail
     */
    record Origin(
            Optional<UUID> template, Optional<UUID> workflow, Optional<String> source, Optional<EmailClass> type) {

        static final Origin ANY = new Origin(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /** Received mail and the mail of a template have indexes. */
        private boolean isWalked() {
            return workflow.isPresent()
                    || type.isPresent()
                    || source.filter(name -> !name.equals(RECEIVED)).isPresent();
        }
    }

    /**
     * Texts to be found in it, in lower case.
     *
     * @param search part of the recipient's address or name, or of the subject
     * @param subject part of the subject as it was written, before its placeholders were filled
     */
    record Words(Optional<String> search, Optional<String> subject) {

        static final Words NONE = new Words(Optional.empty(), Optional.empty());

        private boolean areWalked() {
            return search.isPresent() || subject.isPresent();
        }
    }

    /**
     * Where the list begins and ends.
     *
     * @param before only older ones
     * @param since no older ones
     * @param ofCampaign whether they are where the mail of the campaign begins and ends
     * @param isLater whether there was a page before
     */
    record Bounds(Optional<EmailId> before, Optional<EmailId> since, boolean ofCampaign, boolean isLater) {

        /** Behind the last one of the page before, if there was one. */
        static Bounds behind(Optional<EmailId> last) {
            return new Bounds(last, Optional.empty(), false, last.isPresent());
        }
    }

    static final String RECEIVED = "INBOUND";

    private static final List<String> SOURCES = List.of("TRANSACTIONAL", "CAMPAIGN", "WORKFLOW", RECEIVED);

    private static final List<String> STATUSES =
            Stream.of(EmailStatus.values()).map(Enum::name).toList();

    /** Frequent, as a rule; and an index of them would be written with every mail. */
    private static final Set<String> WALKED = Set.of("SENT", "DELIVERED", "OPENED", "CLICKED");

    /** Of a text that is looked for, in characters. */
    private static final int LONGEST = 255;

    /** No row has it. */
    private static final UUID NOBODY = new UUID(0, 0);

    static EmailFilter read(Query query, Optional<EmailId> cursor) {
        var origin = new Origin(
                query.text("templateId").map(EmailFilter::id),
                query.text("workflowId").map(EmailFilter::id),
                source(query, "sourceType").or(() -> source(query, "source")),
                query.text("type").map(EmailFilter::type));
        return new EmailFilter(
                query.text("status").map(text -> oneOf("status", text, STATUSES)),
                query.text("contactId").map(EmailFilter::id),
                query.text("campaignId").map(EmailFilter::id),
                query.text("to").map(EmailFilter::address),
                origin,
                new Words(words(query, "search"), words(query, "subject")),
                bounds(query, cursor));
    }

    /** Ids are in the order of time; a day as an end means all of it. */
    private static Bounds bounds(Query query, Optional<EmailId> cursor) {
        var since = query.text("startDate").map(text -> QueryDateReader.moment("startDate", text, ZoneOffset.UTC, 0));
        var until = query.text("endDate").map(text -> QueryDateReader.moment("endDate", text, ZoneOffset.UTC, 1));
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

    /** The same, from {@code first} on and before {@code last}: where the mail of its campaign is. */
    EmailFilter within(EmailId first, EmailId last) {
        var since = bounds.since().filter(id -> compare(id, first) > 0).orElse(first);
        return with(
                new Bounds(earliest(bounds.before(), Optional.of(last)), Optional.of(since), true, bounds.isLater()));
    }

    /** The same, from {@code first} on. */
    EmailFilter from(EmailId first) {
        return with(new Bounds(bounds.before(), Optional.of(first), bounds.ofCampaign(), bounds.isLater()));
    }

    private EmailFilter with(Bounds others) {
        return new EmailFilter(status, contact, campaign, to, origin, words, others);
    }

    /** Only what a walk goes along: where it begins and ends, and the template. */
    EmailFilter path() {
        var template = new Origin(origin.template(), Optional.empty(), Optional.empty(), Optional.empty());
        return new EmailFilter(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), template, Words.NONE, bounds);
    }

    Plan plan() {
        if (contact.isPresent() || to.isPresent()) {
            return Plan.INDEX;
        }
        if (campaign.isPresent() && !bounds.ofCampaign()) {
            return Plan.GATHER;
        }
        if (origin.isWalked() || words.areWalked()) {
            return Plan.WALK;
        }
        return status.map(WALKED::contains).orElse(campaign.isPresent()) ? Plan.WALK : Plan.INDEX;
    }

    private static String oneOf(String field, String text, List<String> known) {
        if (!known.contains(text)) {
            throw Failure.invalid(field, "invalid_enum_value", "Expected one of " + known);
        }
        return text;
    }

    private static Optional<String> source(Query query, String field) {
        return query.text(field).map(text -> oneOf(field, text, SOURCES));
    }

    private static EmailClass type(String text) {
        var names = Stream.of(EmailClass.values()).map(Enum::name).toList();
        return EmailClass.valueOf(oneOf("type", text, names));
    }

    private static Optional<String> words(Query query, String field) {
        var text = query.text(field).filter(words -> !words.isEmpty());
        if (text.filter(words -> words.length() > LONGEST).isPresent()) {
            throw Failure.invalid(field, "too_big", "String must contain at most " + LONGEST + " character(s)");
        }
        return text.map(words -> words.toLowerCase(Locale.ROOT));
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElse(NOBODY);
    }

    private static EmailAddress address(String text) {
        return EmailAddress.parse(text).orElseThrow(() -> Failure.invalid("to", "invalid_string", "Invalid email"));
    }
}
