package io.godwit.inbound.processing;

import io.godwit.core.IsoTime;
import io.godwit.core.SingleLine;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.events.NewEvent;
import io.godwit.inbound.processing.DeliveryReport.Bounce.Cause;
import io.godwit.sending.EmailStatus;
import io.godwit.tracking.EmailEventContext;
import io.godwit.tracking.ReportedHits.Reported;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies the reports about one email to its row of {@code emails}; pure except for the collected {@link ReportEffects}. The
 * same reports in any order give the same row. Belongs to one thread at a time, and to a transaction that has locked the
 * email's row.
 */
final class DeliveryState {

    private static final int MAX_LINE_LENGTH = 500;

    private final Row row;
    private final EmailEventContext context;
    private EmailStatus status;
    private @Nullable Instant deliveredAt;
    private @Nullable Instant bouncedAt;
    private @Nullable Instant complainedAt;
    private @Nullable Instant softBouncedAt;
    private @Nullable Instant mailboxFullAt;
    private @Nullable String error;

    /**
     * The columns of the log row.
     *
     * @param test whether it is a test of a campaign, which has no contact: it makes no events
     * @param eventData the data of each of its events, as far as the row has it
     * @param softBouncedAt the time of the last soft bounce
     * @param mailboxFullAt that of the last one that counts towards their limit
     */
    record Row(
            EmailKey key,
            ContactId contact,
            boolean test,
            String to,
            Map<String, @Nullable Object> eventData,
            EmailStatus status,
            Optional<Instant> deliveredAt,
            Optional<Instant> bouncedAt,
            Optional<Instant> complainedAt,
            Optional<Instant> softBouncedAt,
            Optional<Instant> mailboxFullAt,
            Optional<String> error) {}

    DeliveryState(Row row, EmailEventContext context) {
        this.row = row;
        this.context = context;
        this.status = row.status();
        this.deliveredAt = row.deliveredAt().orElse(null);
        this.bouncedAt = row.bouncedAt().orElse(null);
        this.complainedAt = row.complainedAt().orElse(null);
        this.softBouncedAt = row.softBouncedAt().orElse(null);
        this.mailboxFullAt = row.mailboxFullAt().orElse(null);
        this.error = row.error().orElse(null);
    }

    /** Returns the row after the applied reports. */
    Row row() {
        return new Row(
                row.key(),
                row.contact(),
                row.test(),
                row.to(),
                row.eventData(),
                status,
                Optional.ofNullable(deliveredAt),
                Optional.ofNullable(bouncedAt),
                Optional.ofNullable(complainedAt),
                Optional.ofNullable(softBouncedAt),
                Optional.ofNullable(mailboxFullAt),
                Optional.ofNullable(error));
    }

    /** Applies a report; {@code at} is the time of its event, never later than now. */
    void apply(DeliveryReport.EmailReport report, Instant at, ReportEffects effects) {
        report.applyTo(this, at, effects);
    }

    void delivered(Instant at, ReportEffects effects) {
        if (deliveredAt == null) {
            appendEvent(effects, "email.delivery", Map.of("deliveredAt", IsoTime.of(at)));
        }
        deliveredAt = earlier(deliveredAt, at);
        status = status.or(EmailStatus.DELIVERED);
    }

    void bounced(DeliveryReport.Bounce reported, Instant at, ReportEffects effects) {
        var bounce = reported.about(row.to());
        var line = line(bounce.reply().line());
        if (bounce.cause() == Cause.SOFT) {
            appendEvent(effects, "email.bounce", with(bounce, Map.of("transientBounce", true, "reason", line)));
            softBouncedAt = later(softBouncedAt, at);
            against(bounce, at, line, effects);
        } else if (bounce.cause() != Cause.AUTO_REPLY) {
            onBounce(bounce, at, line, effects);
        }
    }

    private void onBounce(DeliveryReport.Bounce bounce, Instant at, String line, ReportEffects effects) {
        if (bouncedAt == null) {
            effects.countBounce(context.isSimulated());
            appendEvent(effects, "email.bounce", with(bounce, Map.of("bouncedAt", IsoTime.of(at), "reason", line)));
        }
        error = bouncedAt == null || at.isBefore(bouncedAt) ? line : error;
        bouncedAt = earlier(bouncedAt, at);
        status = status.or(EmailStatus.BOUNCED);
        against(bounce, at, line, effects);
    }

    /** Adds what a bounce says about the address; one of a simulated address says nothing. */
    private void against(DeliveryReport.Bounce bounce, Instant at, String line, ReportEffects effects) {
        if (context.isSimulated()) {
            return;
        }
        var weight = bounce.against(row.to());
        switch (weight.evidence()) {
            case NONE -> {}
            case POSITIVE -> {
                effects.suppressed(row, "BOUNCE", line);
                effects.left(row, ReportEffects.BOUNCE);
            }
            case SECOND_WITHIN_A_WEEK, SECOND_A_DAY_LATER -> effects.addSign(row, weight, line);
            case SEVERAL_IN_A_ROW -> {
                mailboxFullAt = later(mailboxFullAt, at);
                effects.softBounced(row, line);
            }
        }
    }

    private static Map<String, Object> with(DeliveryReport.Bounce bounce, Map<String, Object> more) {
        var data = new LinkedHashMap<String, Object>(more);
        data.put("bounceType", bounce.cause().type());
        data.put("bounceClass", bounce.cause().name().toLowerCase(Locale.ROOT));
        bounce.reply().code().ifPresent(code -> data.put("smtpCode", code));
        bounce.reply().status().ifPresent(enhanced -> data.put("smtpStatus", SingleLine.of(enhanced, 20)));
        return data;
    }

    void complained(String kind, Instant at, ReportEffects effects) {
        if (complainedAt == null) {
            effects.countComplaint(context.isSimulated());
            appendEvent(
                    effects,
                    "email.complaint",
                    Map.of("complainedAt", IsoTime.of(at), "complaintType", SingleLine.of(kind, 100)));
        }
        complainedAt = earlier(complainedAt, at);
        status = status.or(EmailStatus.COMPLAINED);
        if (!context.isSimulated()) {
            effects.suppressed(row, "COMPLAINT", SingleLine.of(kind, 100));
            effects.left(row, "complaint");
        }
    }

    void delayed(DeliveryReport.Evidence reply, Instant at, ReportEffects effects) {
        appendEvent(effects, "email.delay", Map.of("delayedAt", IsoTime.of(at), "reason", line(reply.line())));
    }

    void seen(Instant at, Optional<String> link, Optional<String> userAgent, ReportEffects effects) {
        effects.seen(new Reported(
                row.key().project(),
                row.key().email(),
                at,
                link.map(address -> SingleLine.of(address, 2_000)),
                userAgent.map(name -> SingleLine.of(name, 512))));
    }

    void unsubscribed(ReportEffects effects) {
        effects.left(row, "unsubscribe");
    }

    void refused(String reason) {
        if (error == null) {
            error = line(reason);
        }
        status = status.or(EmailStatus.FAILED);
    }

    private static String line(String text) {
        var line = SingleLine.of(text, MAX_LINE_LENGTH);
        return line.isBlank() ? "No reason was given" : line;
    }

    private void appendEvent(ReportEffects effects, String name, Map<String, Object> more) {
        if (!row.test()) {
            var data = new LinkedHashMap<String, @Nullable Object>(row.eventData());
            data.putAll(context.data());
            data.putAll(more);
            effects.append(new NewEvent(
                    row.key().project(),
                    new EventId(Ids.next()),
                    row.contact(),
                    name,
                    data,
                    Optional.of(row.key().email()),
                    context.triggerDepth()));
        }
    }

    private static Instant later(@Nullable Instant one, Instant other) {
        return one == null || other.isAfter(one) ? other : one;
    }

    private static Instant earlier(@Nullable Instant one, Instant other) {
        return one == null || other.isBefore(one) ? other : one;
    }
}
