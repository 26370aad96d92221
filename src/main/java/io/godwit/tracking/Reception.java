package io.godwit.tracking;

import io.godwit.core.ContactId;
import io.godwit.core.EmailId;
import io.godwit.core.EventId;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.events.NewEvent;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How one email was received: what is counted on it, hit by hit. A click implies an open. Belongs to one thread at a time, and
 * to a transaction that holds the email's row.
 */
final class Reception {

    /** By rank (decisions.md, Statuses); those an open or a click may still raise. */
    private static final List<String> RISING = List.of("PENDING", "SENT", "DELIVERED", "OPENED", "CLICKED");

    private final ProjectId project;
    private final EmailId email;
    private final ContactId contact;
    private final About about;
    private String status;
    private int opens;
    private int clicks;
    private @Nullable Instant openedAt;
    private @Nullable Instant clickedAt;

    /** What the row says before. */
    record Row(
            ProjectId project,
            EmailId email,
            ContactId contact,
            String status,
            int opens,
            int clicks,
            Optional<Instant> openedAt,
            Optional<Instant> clickedAt) {}

    /**
     * What the event of its sending told.
     *
     * @param data subject, sender, template: what every event of the email tells
     * @param depth how many triggers of ours led to the email
     */
    record About(Map<String, @Nullable Object> data, int depth) {

        static final About NOTHING = new About(Map.of(), 0);
    }

    Reception(Row row, About about) {
        this.project = row.project();
        this.email = row.email();
        this.contact = row.contact();
        this.about = about;
        this.status = row.status();
        this.opens = row.opens();
        this.clicks = row.clicks();
        this.openedAt = row.openedAt().orElse(null);
        this.clickedAt = row.clickedAt().orElse(null);
    }

    /** Counts it, and tells the events that follow. */
    void count(Hit hit, Consumer<NewEvent> events) {
        if (hit.kind() == Hit.Kind.OPEN || opens == 0) {
            opened(hit.at());
            events.accept(event("email.open", "opens", opens, "isFirstOpen", "openedAt", openedAt, Map.of()));
        }
        if (hit.kind() == Hit.Kind.CLICK) {
            clicked(hit.at());
            var link = Map.<String, @Nullable Object>of("link", hit.link().orElse(""));
            events.accept(event("email.click", "clicks", clicks, "isFirstClick", "clickedAt", clickedAt, link));
        }
    }

    private void opened(Instant at) {
        opens++;
        openedAt = openedAt == null ? at : openedAt;
        raise("OPENED");
    }

    private void clicked(Instant at) {
        clicks++;
        clickedAt = clickedAt == null ? at : clickedAt;
        raise("CLICKED");
    }

    private void raise(String wanted) {
        if (RISING.contains(status) && RISING.indexOf(status) < RISING.indexOf(wanted)) {
            status = wanted;
        }
    }

    private NewEvent event(
            String name,
            String counter,
            int count,
            String first,
            String moment,
            @Nullable Instant at,
            Map<String, @Nullable Object> more) {
        var data = new LinkedHashMap<>(about.data());
        data.putAll(more);
        data.put(moment, String.valueOf(at));
        data.put(counter, count);
        data.put(first, count == 1);
        return new NewEvent(project, new EventId(Ids.next()), contact, name, data, Optional.of(email), about.depth());
    }

    /** What the row says after. */
    Row row() {
        return new Row(
                project,
                email,
                contact,
                status,
                opens,
                clicks,
                Optional.ofNullable(openedAt),
                Optional.ofNullable(clickedAt));
    }
}
