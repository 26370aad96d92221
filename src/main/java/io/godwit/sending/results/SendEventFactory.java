package io.godwit.sending.results;

import io.godwit.core.IsoTime;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.events.ReactionCheck.EventName;
import io.godwit.sending.attempt.AttemptOutcome.End;
import io.godwit.sending.results.DelayedEmailStore.DelayedEmail;
import io.godwit.sending.results.RecordedResult.Ended;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates the events of emails: {@code email.sent}, {@code email.delayed}, {@code email.bounce} and
 * {@code contact.unsubscribed} follow from results, {@code email.delayed} also from waiting, {@code email.cancelled} from an API call.
 */
public final class SendEventFactory {

    private static final String SENT = "email.sent";

    private SendEventFactory() {}

    /** Returns the names of the events that nearly all of these results make: those of emails that were sent. */
    static Set<EventName> names(List<AttemptResult> results) {
        return results.stream()
                .filter(result -> result.outcome().end().equals(Optional.of(End.SENT)))
                .map(result -> new EventName(result.claimed().project(), SENT))
                .collect(Collectors.toSet());
    }

    static List<NewEvent> events(List<RecordedResult> recorded, MessageIdCodec ids) {
        var events = new ArrayList<NewEvent>();
        for (var one : recorded) {
            one.ended().ifPresent(ended -> add(events, one, ended, ids));
            one.delayed().ifPresent(delayed -> events.add(delayed(one, delayed, ids)));
        }
        return events;
    }

    private static void add(List<NewEvent> events, RecordedResult recorded, Ended ended, MessageIdCodec ids) {
        var end = recorded.result().outcome().end();
        if (end.equals(Optional.of(End.SENT))) {
            events.add(event(recorded, ended, SENT, with(base(recorded, ended, ids), "sentAt", ended)));
        }
        if (end.equals(Optional.of(End.BOUNCED))) {
            var data = with(base(recorded, ended, ids), "bouncedAt", ended);
            data.put("bounceType", recorded.result().outcome().isSoftBounce() ? "Transient" : "Permanent");
            events.add(event(recorded, ended, "email.bounce", data));
        }
        if (recorded.unsubscribed()) {
            events.add(event(recorded, ended, "contact.unsubscribed", Map.of("reason", "bounce")));
        }
    }

    /** Creates the event of the first deferral, with the reply and the time of the next attempt. */
    private static NewEvent delayed(RecordedResult recorded, Ended email, MessageIdCodec ids) {
        var outcome = recorded.result().outcome();
        var data = with(base(recorded, email, ids), "delayedAt", email);
        data.put("reason", outcome.reason());
        data.put("nextAttemptAt", IsoTime.of(email.at().plus(outcome.retryAfter())));
        return event(recorded, email, "email.delayed", data);
    }

    /** Creates the event of an email that waits for its site without an attempt. */
    static NewEvent delayed(DelayedEmail delayed, MessageIdCodec ids) {
        var waiting = delayed.waiting();
        var data = with(base(waiting.project(), waiting.email(), delayed.email(), ids), "delayedAt", delayed.email());
        data.put("reason", waiting.reason());
        data.put("nextAttemptAt", IsoTime.of(waiting.nextAttempt()));
        return event(waiting.project(), waiting.email(), delayed.email(), "email.delayed", data);
    }

    private static NewEvent event(
            RecordedResult recorded, Ended ended, String name, Map<String, @Nullable Object> data) {
        var claimed = recorded.result().claimed();
        return event(claimed.project(), claimed.email(), ended, name, data);
    }

    private static NewEvent event(
            ProjectId project, EmailId email, Ended ended, String name, Map<String, @Nullable Object> data) {
        return new NewEvent(
                project,
                new EventId(Ids.next()),
                ended.contact(),
                name,
                data,
                Optional.of(email),
                ended.triggerDepth());
    }

    /** Creates the event of an email that was cancelled while it waited. */
    public static NewEvent cancelled(ProjectId project, EmailId email, Ended ended, MessageIdCodec ids) {
        return event(
                project, email, ended, "email.cancelled", with(base(project, email, ended, ids), "cancelledAt", ended));
    }

    private static Map<String, @Nullable Object> base(RecordedResult recorded, Ended ended, MessageIdCodec ids) {
        var claimed = recorded.result().claimed();
        var data = base(claimed.project(), claimed.email(), ended, ids);
        if (recorded.simulated()) {
            data.put("simulated", true);
        }
        return data;
    }

    private static Map<String, @Nullable Object> base(
            ProjectId project, EmailId email, Ended ended, MessageIdCodec ids) {
        var domain = ended.from().substring(ended.from().indexOf('@') + 1);
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("subject", ended.subject());
        data.put("from", ended.from());
        data.put("fromName", ended.fromName());
        data.put("messageId", ended.messageId().orElseGet(() -> ids.write(project, email, domain)));
        data.put("emailId", email.toString());
        data.put("templateId", text(ended.template()));
        data.put("campaignId", text(ended.campaign()));
        data.put("sourceType", ended.source());
        return data;
    }

    private static Map<String, @Nullable Object> with(Map<String, @Nullable Object> data, String name, Ended ended) {
        data.put(name, IsoTime.of(ended.at()));
        return data;
    }

    private static @Nullable String text(@Nullable Object id) {
        return id == null ? null : id.toString();
    }
}
