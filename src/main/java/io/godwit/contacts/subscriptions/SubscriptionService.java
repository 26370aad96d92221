package io.godwit.contacts.subscriptions;

import io.godwit.contacts.ConsentSource;
import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.ContactBatchWriter.ChangedContact;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.contacts.UnsubscribeListener;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.events.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds and changes the subscription of a contact by a link in an email. Safe to share between threads. */
final class SubscriptionService {

    private static final UUID NO_EMAIL = new UUID(0, 0);

    private final Database database;
    private final ContactBatchWriter contacts;
    private final EventAppender events;
    private final UnsubscribeListener unsubscribeListener;
    private final SubscriptionStore store = new SubscriptionStore();

    SubscriptionService(
            Database database,
            ContactBatchWriter contacts,
            EventAppender events,
            UnsubscribeListener unsubscribeListener) {
        this.database = database;
        this.contacts = contacts;
        this.events = events;
        this.unsubscribeListener = unsubscribeListener;
    }

    /** Finds the contact of a link; empty when the contact was deleted. */
    Future<Optional<Subscriber>> find(Link link) {
        return store.find(database.anonymous().requests(), Tenant.system(link.project()), link.contact(), link.email());
    }

    /**
     * The contact afterwards; empty when it is no more. A flip is an event of the email the link came from. A contact that has got
     * another address since opts out with both.
     */
    Future<Optional<Subscriber>> set(Link link, boolean subscribed) {
        var tenant = Tenant.system(link.project());
        return database.anonymous()
                .transaction(tx -> contacts.lock(tx, tenant, List.of(link.contact()))
                        .compose(found -> found.isEmpty()
                                ? Future.succeededFuture()
                                : change(tx, link, found.get(0), subscribed)
                                        .compose(ignored -> subscribed
                                                ? Future.succeededFuture()
                                                : contacts.keepFormer(tx, tenant, link.contact(), link.email()))))
                .compose(ignored -> find(link));
    }

    /**
     * Writes the opt-out also of a contact that is unsubscribed already: the project may take back its own, and not that of the
     * contact.
     */
    private Future<Void> change(SqlClient tx, Link link, Contact before, boolean subscribed) {
        var after = before.with(Optional.of(subscribed), SubscriptionAuthority.CONTACT, DataPatch.NONE);
        if (after == before) {
            return Future.succeededFuture();
        }
        var effects = contacts.effects();
        var flip = effects.changed(link.project(), before, after, ConsentSource.LINK);
        return contacts.update(tx, List.of(new ChangedContact(link.project(), before, after)))
                .compose(ignored ->
                        flip.map(event -> flipped(tx, link, after, event)).orElseGet(Future::succeededFuture))
                .compose(ignored -> contacts.writeEffects(tx, effects));
    }

    private Future<Void> flipped(SqlClient tx, Link link, Contact after, NewEvent flip) {
        return events.append(tx, List.of(by(link.email(), flip)))
                .compose(ignored -> after.subscribed()
                        ? Future.succeededFuture()
                        : unsubscribeListener.left(tx, Tenant.system(link.project()), link.email()));
    }

    private static NewEvent by(EmailId email, NewEvent flip) {
        return new NewEvent(
                flip.project(),
                flip.id(),
                flip.contact(),
                flip.name(),
                flip.data(),
                Optional.of(email).filter(id -> !id.value().equals(NO_EMAIL)),
                flip.triggerDepth());
    }
}
