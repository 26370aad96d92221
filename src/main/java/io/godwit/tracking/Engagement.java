package io.godwit.tracking;

import io.godwit.core.IsoTime;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.sending.EmailStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the opens and clicks of one email, hit by hit. A click implies an open. Belongs to one thread at a time, and to a
 * transaction that has locked the email's row.
 */
final class Engagement {

    private final ProjectId project;
    private final EmailId email;
    private final ContactId contact;
    private final EmailEventContext context;
    private EmailStatus status;
    private int opens;
    private int clicks;
    private @Nullable Instant openedAt;
    private @Nullable Instant clickedAt;
    private boolean openImplied;
    private int machineOpens;
    private int machineClicks;
    private EventsOfDay recorded;
    private final int perDay;

    /**
     * The engagement columns of an email's log row.
     *
     * @param openImplied whether the one open was inferred from a click
     */
    record Row(
            ProjectId project,
            EmailId email,
            ContactId contact,
            EmailStatus status,
            int opens,
            int clicks,
            Optional<Instant> openedAt,
            Optional<Instant> clickedAt,
            boolean openImplied,
            int machineOpens,
            int machineClicks,
            EventsOfDay recorded) {}

    /** @param perDay max events of a kind per day; 0: no limit */
    Engagement(Row row, EmailEventContext context, int perDay) {
        this.project = row.project();
        this.email = row.email();
        this.contact = row.contact();
        this.context = context;
        this.status = row.status();
        this.opens = row.opens();
        this.clicks = row.clicks();
        this.openedAt = row.openedAt().orElse(null);
        this.clickedAt = row.clickedAt().orElse(null);
        this.openImplied = row.openImplied();
        this.machineOpens = row.machineOpens();
        this.machineClicks = row.machineClicks();
        this.recorded = row.recorded();
        this.perDay = perDay;
    }

    /**
     * Counts a hit, and passes on the events that follow, up to the daily limit; returns false when the limit of its kind was
     * reached before. The counts after many hits do not depend on their order: an open inferred from a click is replaced by a
     * real one. Repeated opens of an email that has none are an open: the first one was lost while there was no database.
     */
    boolean count(Hit hit, Consumer<NewEvent> events) {
        var hasCapacity = hasCapacity(hit.kind(), hit.at());
        if (hit.repeats() > 0 && (hit.kind() == Hit.Kind.CLICK || opens > 0)) {
            repeat(hit);
            return hasCapacity;
        }
        if (hit.kind() == Hit.Kind.OPEN || opens == 0) {
            open(hit, events);
            opens += Math.max(0, hit.repeats() - 1);
        }
        if (hit.kind() == Hit.Kind.CLICK) {
            click(hit, events);
        }
        return hasCapacity;
    }

    /** Counts a hit of a machine, apart from those of persons; returns whether it is the first of its kind of this email. */
    boolean countMachine(Hit hit) {
        var times = Math.max(1, hit.repeats());
        if (hit.kind() == Hit.Kind.OPEN) {
            machineOpens += times;
            return machineOpens == times;
        }
        machineClicks += times;
        return machineClicks == times;
    }

    private void open(Hit hit, Consumer<NewEvent> events) {
        var isFirst = opens == 0;
        var openedAt = opened(hit);
        if (hasCapacity(Hit.Kind.OPEN, hit.at())) {
            recorded = recorded.on(hit.at()).plus(Hit.Kind.OPEN);
            events.accept(event(
                    "email.open", Map.of("openedAt", IsoTime.of(openedAt), "opens", opens, "isFirstOpen", isFirst)));
        }
    }

    private void click(Hit hit, Consumer<NewEvent> events) {
        var clickedAt = clicked(hit.at());
        if (hasCapacity(Hit.Kind.CLICK, hit.at())) {
            recorded = recorded.on(hit.at()).plus(Hit.Kind.CLICK);
            events.accept(event(
                    "email.click",
                    Map.of(
                            "link",
                            hit.link().orElse(""),
                            "clickedAt",
                            IsoTime.of(clickedAt),
                            "clicks",
                            clicks,
                            "isFirstClick",
                            clicks == 1)));
        }
    }

    private boolean hasCapacity(Hit.Kind kind, Instant at) {
        return perDay == 0 || recorded.on(at).of(kind) < perDay;
    }

    /**
     * Counts repeats of a client within a minute, which make no event. Clicks that repeat an uncounted one come from a scanner.
     */
    private void repeat(Hit hit) {
        if (hit.kind() == Hit.Kind.CLICK) {
            clicks += clicks == 0 ? 0 : hit.repeats();
        } else {
            opens += hit.repeats() - (openImplied ? 1 : 0);
            openImplied = false;
        }
    }

    private Instant opened(Hit hit) {
        opens += openImplied ? 0 : 1;
        openImplied = hit.kind() == Hit.Kind.CLICK;
        var first = earlier(openedAt, hit.at());
        openedAt = first;
        status = status.or(EmailStatus.OPENED);
        return first;
    }

    private Instant clicked(Instant at) {
        clicks++;
        var first = earlier(clickedAt, at);
        clickedAt = first;
        openedAt = earlier(openedAt, at);
        status = status.or(EmailStatus.CLICKED);
        return first;
    }

    private static Instant earlier(@Nullable Instant one, Instant other) {
        return one == null || other.isBefore(one) ? other : one;
    }

    private NewEvent event(String name, Map<String, Object> more) {
        var data = new LinkedHashMap<>(context.data());
        data.putAll(more);
        return new NewEvent(
                project, new EventId(Ids.next()), contact, name, data, Optional.of(email), context.triggerDepth());
    }

    /** Returns the row after the counted hits. */
    Row row() {
        return new Row(
                project,
                email,
                contact,
                status,
                opens,
                clicks,
                Optional.ofNullable(openedAt),
                Optional.ofNullable(clickedAt),
                openImplied,
                machineOpens,
                machineClicks,
                recorded);
    }
}
