package io.godwit.ingest;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.godwit.ingest.NamedEventStore.Owner;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Appends single events of existing contacts, in the caller's transaction. */
final class NamedEventAppender {

    private final EventAppender events;
    private final NamedEventStore store = new NamedEventStore();

    NamedEventAppender(EventAppender events) {
        this.events = events;
    }

    /** The event as the API shows it. */
    record AppendedEvent(
            EventId id,
            ProjectId projectId,
            String name,
            @Nullable Map<String, @Nullable Object> data,
            ContactId contactId,
            Optional<EmailId> emailId,
            Instant createdAt) {}

    /**
     * Appends the event. Fails with a 404 for a contact or an email that is unknown or of another project, with a 422 when they
     * do not belong together.
     */
    Future<AppendedEvent> append(SqlClient tx, Tenant tenant, NamedEventRequest request) {
        return owner(tx, tenant, request).compose(owner -> append(tx, tenant, request, owner));
    }

    private Future<Owner> owner(SqlClient tx, Tenant tenant, NamedEventRequest request) {
        var contact = request.contactId();
        return request.emailId()
                .map(email -> ofEmail(tx, tenant, email).map(owner -> same(owner, contact)))
                .orElseGet(() -> byId(tx, tenant, contact.orElseThrow()));
    }

    private Future<Owner> byId(SqlClient tx, Tenant tenant, String id) {
        var failure = Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id);
        return Ids.parse(id)
                .map(ContactId::new)
                .map(contact -> store.contact(tx, tenant, contact).map(found -> found.orElseThrow(() -> failure)))
                .orElseGet(() -> Future.failedFuture(failure));
    }

    private Future<Owner> ofEmail(SqlClient tx, Tenant tenant, String id) {
        var failure = Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Email", id);
        return Ids.parse(id)
                .map(EmailId::new)
                .map(email -> store.contactOf(tx, tenant, email).map(found -> found.orElseThrow(() -> failure)))
                .orElseGet(() -> Future.failedFuture(failure));
    }

    private static Owner same(Owner owner, Optional<String> contact) {
        if (contact.filter(id -> !id.equals(owner.contact().toString())).isPresent()) {
            throw Failure.invalid("emailId", "custom", "The email was not sent to this contact");
        }
        return owner;
    }

    private Future<AppendedEvent> append(SqlClient tx, Tenant tenant, NamedEventRequest request, Owner owner) {
        var email = request.emailId().flatMap(Ids::parse).map(EmailId::new);
        var event = new NewEvent(
                tenant.project(),
                new EventId(Ids.next()),
                owner.contact(),
                request.name(),
                request.data().persistentData().members(),
                request.data().transientData(),
                email,
                0);
        var data = event.data().isEmpty() ? null : event.data();
        var appended =
                new AppendedEvent(event.id(), event.project(), event.name(), data, event.contact(), email, owner.at());
        return events.append(tx, List.of(event)).map(appended);
    }
}
