package io.godwit.sending;

import io.godwit.core.EmailId;
import io.godwit.core.EventId;
import io.godwit.core.Ids;
import io.godwit.core.IsoTime;
import io.godwit.core.MessageIds;
import io.godwit.core.ProjectId;
import io.godwit.events.NewEvent;
import io.godwit.sending.Recorded.Ended;
import io.godwit.sending.Verdict.End;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The events of mail: {@code email.sent}, {@code email.bounce} and {@code contact.unsubscribed} follow from results,
 * {@code email.cancelled} from a caller's wish.
 */
final class SendEvents {

    private SendEvents() {}

    static List<NewEvent> of(List<Recorded> recorded, MessageIds ids) {
        var events = new ArrayList<NewEvent>();
        for (var one : recorded) {
            one.ended().ifPresent(ended -> add(events, one, ended, ids));
        }
        return events;
    }

    private static void add(List<NewEvent> events, Recorded recorded, Ended ended, MessageIds ids) {
        var end = recorded.result().verdict().end();
        if (end.equals(Optional.of(End.SENT))) {
            events.add(event(recorded, ended, "email.sent", with(base(recorded, ended, ids), "sentAt", ended)));
        }
        if (end.equals(Optional.of(End.BOUNCED))) {
            var data = with(base(recorded, ended, ids), "bouncedAt", ended);
            data.put("bounceType", recorded.result().verdict().isSoftBounce() ? "Transient" : "Permanent");
            events.add(event(recorded, ended, "email.bounce", data));
        }
        if (recorded.unsubscribed()) {
            events.add(event(recorded, ended, "contact.unsubscribed", Map.of("reason", "bounce")));
        }
    }

    private static NewEvent event(Recorded recorded, Ended ended, String name, Map<String, @Nullable Object> data) {
        var ticket = recorded.result().ticket();
        return new NewEvent(
                ticket.project(),
                new EventId(Ids.next()),
                ended.contact(),
                name,
                data,
                Optional.of(ticket.email()),
                ended.depth());
    }

    /** Tells that an email was called back while it waited. */
    static NewEvent cancelled(ProjectId project, EmailId email, Ended ended, MessageIds ids) {
        return new NewEvent(
                project,
                new EventId(Ids.next()),
                ended.contact(),
                "email.cancelled",
                with(base(project, email, ended, ids), "cancelledAt", ended),
                Optional.of(email),
                ended.depth());
    }

    private static Map<String, @Nullable Object> base(Recorded recorded, Ended ended, MessageIds ids) {
        var ticket = recorded.result().ticket();
        return base(ticket.project(), ticket.email(), ended, ids);
    }

    private static Map<String, @Nullable Object> base(ProjectId project, EmailId email, Ended ended, MessageIds ids) {
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
