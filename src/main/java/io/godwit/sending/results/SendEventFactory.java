package io.godwit.sending.results;

import io.godwit.core.IsoTime;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.sending.AttemptOutcome.End;
import io.godwit.sending.results.RecordedResult.Ended;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates the events of emails: {@code email.sent}, {@code email.bounce} and {@code contact.unsubscribed} follow from results,
 * {@code email.cancelled} from an API call.
 */
public final class SendEventFactory {

    private SendEventFactory() {}

    static List<NewEvent> events(List<RecordedResult> recorded, MessageIdCodec ids) {
        var events = new ArrayList<NewEvent>();
        for (var one : recorded) {
            one.ended().ifPresent(ended -> add(events, one, ended, ids));
        }
        return events;
    }

    private static void add(List<NewEvent> events, RecordedResult recorded, Ended ended, MessageIdCodec ids) {
        var end = recorded.result().outcome().end();
        if (end.equals(Optional.of(End.SENT))) {
            events.add(event(recorded, ended, "email.sent", with(base(recorded, ended, ids), "sentAt", ended)));
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

    private static NewEvent event(
            RecordedResult recorded, Ended ended, String name, Map<String, @Nullable Object> data) {
        var claimed = recorded.result().claimed();
        return new NewEvent(
                claimed.project(),
                new EventId(Ids.next()),
                ended.contact(),
                name,
                data,
                Optional.of(claimed.email()),
                ended.depth());
    }

    /** Creates the event of an email that was cancelled while it waited. */
    public static NewEvent cancelled(ProjectId project, EmailId email, Ended ended, MessageIdCodec ids) {
        return new NewEvent(
                project,
                new EventId(Ids.next()),
                ended.contact(),
                "email.cancelled",
                with(base(project, email, ended, ids), "cancelledAt", ended),
                Optional.of(email),
                ended.depth());
    }

    private static Map<String, @Nullable Object> base(RecordedResult recorded, Ended ended, MessageIdCodec ids) {
        var claimed = recorded.result().claimed();
        return base(claimed.project(), claimed.email(), ended, ids);
    }

    private static Map<String, @Nullable Object> base(
            ProjectId project, EmailId email, Ended ended, MessageIdCodec ids) {
        var domain = ended.from().substring(ended.from().indexOf('@') + 1);
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("subject", ended.subject());
        data.put("from", ended.from());
        data.put("fromName", ended.fromName());
        data.put("messageId", ids.write(project, email, domain));
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
