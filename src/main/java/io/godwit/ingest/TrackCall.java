package io.godwit.ingest;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.Failure;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.events.NewEvent;
import io.godwit.traces.TraceContext;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One call of {@code POST /v1/track}.
 *
 * @param client the IP address of the caller
 * @param pseudonym the contact's id in the answer; empty: its real id
 * @param trace the span of the request; empty unless the request is traced
 */
record TrackCall(
        Tenant tenant,
        Optional<IdempotencyClaim> claim,
        String client,
        TrackRequest request,
        Optional<ContactId> pseudonym,
        Optional<TraceContext> trace)
        implements IngestCall {

    /** Bytes of a call beside its data, and of a member beside its name and value, on a 64-bit JVM. */
    private static final long OBJECTS_BYTES = 1_024;

    private static final long MEMBER_BYTES = 128;

    /** The response, with the members of {@code data} at top level too, for clients of the first generation. */
    record TrackResponse(boolean success, Receipt data, ContactId contact, EventId event, Instant timestamp) {

        static TrackResponse of(Receipt receipt) {
            return new TrackResponse(true, receipt, receipt.contact(), receipt.event(), receipt.timestamp());
        }
    }

    record Receipt(ContactId contact, EventId event, Instant timestamp) {}

    /**
     * Returns the change of the contact. A public key, which anyone can read from a page, makes contacts, but changes no
     * subscription.
     */
    @Override
    public List<ContactChange> changes() {
        return List.of(new ContactChange(
                request.email(),
                request.subscribed(),
                true,
                tenant.caller() == Caller.PUBLIC_KEY ? SubscriptionAuthority.PUBLIC_KEY : SubscriptionAuthority.REQUEST,
                request.data().persistentData()));
    }

    @Override
    public Optional<String> limitedClient() {
        return tenant.caller() == Caller.PUBLIC_KEY ? Optional.of(client) : Optional.empty();
    }

    @Override
    public long bytes() {
        return OBJECTS_BYTES
                + MEMBER_BYTES * request.data().persistentData().members().size()
                + request.data().bytes();
    }

    @Override
    public Optional<String> eventName() {
        return Optional.of(request.event());
    }

    @Override
    public int emailCount() {
        return 0;
    }

    @Override
    public Optional<Failure> refusal(List<Contact> contacts) {
        return Optional.empty();
    }

    /**
     * Adds the event. Its id is made here and not when the request arrives, so that ids follow the order of a contact's events.
     */
    @Override
    public ApiResponse write(List<Contact> contacts, Instant at, BatchWrites writes) {
        var contact = contacts.get(0).id();
        var event = new EventId(Ids.next());
        writes.event(new NewEvent(
                tenant.project(),
                event,
                contact,
                request.event(),
                request.data().persistentData().members(),
                request.data().transientData(),
                Optional.empty(),
                0));
        return ApiResponse.ok(TrackResponse.of(new Receipt(pseudonym.orElse(contact), event, at)));
    }
}
