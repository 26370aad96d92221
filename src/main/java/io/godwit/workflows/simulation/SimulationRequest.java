package io.godwit.workflows.simulation;

import io.godwit.contacts.DataChange;
import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.workflows.steps.DelayStep;
import io.godwit.workflows.steps.StepFields;
import io.godwit.workflows.steps.TriggerStep;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The body of {@code POST /workflows/:id/simulate}.
 *
 * @param contactId id as it was sent; an unreadable id is that of no contact
 * @param invented an invented contact; without this and an id a sample is used
 * @param draft true to simulate the draft; by default only of a workflow that was never enabled
 */
record SimulationRequest(
        Optional<String> contactId,
        Optional<InventedContact> invented,
        DataChange context,
        List<DelayedEvent> events,
        Optional<Boolean> draft) {

    private static final int MAX_ID_LENGTH = 255;
    private static final int MAX_EVENTS = 1_000;

    /** Limit of an event's delay; as long as a thousand of the longest delays would last. */
    private static final BigDecimal MAX_MILLIS = BigDecimal.valueOf(365L * 24 * 3600 * 1_000);

    SimulationRequest {
        events = List.copyOf(events);
    }

    /** An invented contact. */
    record InventedContact(EmailAddress email, boolean subscribed, DataChange data) {

        static final InventedContact SAMPLE =
                new InventedContact(new EmailAddress("reader@example.com"), true, DataChange.NONE);
    }

    /** An event with its time after the start. */
    record DelayedEvent(String name, Duration after, DataChange data) {}

    static SimulationRequest parse(JsonBody body) {
        var contactId = body.optionalText("contactId", 0, MAX_ID_LENGTH);
        body.expects("contact", MemberType.object("SimulatedContact", SimulationRequest::madeUp));
        body.expects("event", MemberType.FREE_OBJECT);
        var invented = body.optionalObject("contact").map(members -> madeUp(body.child("contact", members)));
        if (contactId.isPresent() && invented.isPresent()) {
            body.issue("contact", "custom", "Give a contactId or a contact, not both");
        }
        if (body.has("context") && body.has("event")) {
            body.issue("event", "custom", "Means the same as context; give one of them");
        }
        var context = DataChange.read(body, body.has("event") ? "event" : "context");
        var events = events(body);
        var draft = body.optionalFlag("draft");
        return body.build(() -> new SimulationRequest(contactId, invented, context, events, draft));
    }

    private static InventedContact madeUp(JsonBody body) {
        var email = body.optionalEmail("email").orElse(InventedContact.SAMPLE.email());
        return new InventedContact(email, body.optionalFlag("subscribed").orElse(true), DataChange.read(body, "data"));
    }

    private static List<DelayedEvent> events(JsonBody body) {
        body.expects(
                "events",
                MemberType.list(MemberType.object("SimulatedEvent", SimulationRequest::event), 0, MAX_EVENTS));
        var given = body.optionalList("events").orElse(List.of());
        var events = new ArrayList<DelayedEvent>();
        if (given.size() > MAX_EVENTS) {
            body.issue("events", "too_big", "Array must contain at most " + MAX_EVENTS + " element(s)");
            return events;
        }
        for (var at = 0; at < given.size(); at++) {
            StepFields.child(body, "events." + at, given.get(at))
                    .map(SimulationRequest::event)
                    .ifPresent(events::add);
        }
        return events;
    }

    private static DelayedEvent event(JsonBody body) {
        var name = body.text("name", 1, TriggerStep.MAX_NAME_LENGTH);
        return new DelayedEvent(name, after(body), DataChange.read(body, "data"));
    }

    /** Seconds after the start; zero when absent. */
    private static Duration after(JsonBody body) {
        body.expects("after", MemberType.number(0, MAX_MILLIS.doubleValue()));
        var value = body.raw("after");
        if (value == null) {
            return Duration.ZERO;
        } else if (!(value instanceof Number)) {
            body.wrongType("after", "number", value);
            return Duration.ZERO;
        }
        var seconds = new BigDecimal(value.toString());
        if (seconds.signum() < 0) {
            body.issue("after", "too_small", "Number must be greater than or equal to 0");
            return Duration.ZERO;
        } else if (seconds.precision() - seconds.scale() > 12 || seconds.compareTo(MAX_MILLIS) > 0) {
            body.issue("after", "too_big", "Number must be less than or equal to " + MAX_MILLIS);
            return Duration.ZERO;
        }
        return DelayStep.duration(seconds.movePointRight(6));
    }
}
