package io.godwit.contacts;

import io.godwit.contacts.Contacts.Changed;
import io.godwit.core.EmailId;
import io.godwit.core.LinkTokens.Link;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.events.NewEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What a contact decides for itself by a link in a mail. Safe to share between threads. */
final class Subscriptions {

    private static final UUID NO_EMAIL = new UUID(0, 0);

    private final Database database;
    private final Contacts contacts;
    private final Events events;
    private final Departures departures;
    private final SubscriptionStore store = new SubscriptionStore();

    Subscriptions(Database database, Contacts contacts, Events events, Departures departures) {
        this.database = database;
        this.contacts = contacts;
        this.events = events;
        this.departures = departures;
    }

    /** Empty when the contact is no more. */
    Future<Optional<Subscriber>> find(Link link) {
        return store.find(database.anonymous().requests(), Tenant.system(link.project()), link.contact());
    }

    /** The contact afterwards; empty when it is no more. A flip is an event of the email the link came from. */
    Future<Optional<Subscriber>> set(Link link, boolean subscribed) {
        return database.anonymous()
                .transaction(tx -> contacts.lock(tx, Tenant.system(link.project()), List.of(link.contact()))
                        .compose(found -> found.isEmpty()
                                ? Future.succeededFuture()
                                : change(tx, link, found.get(0), subscribed)))
                .compose(done -> find(link));
    }

    private Future<Void> change(SqlClient tx, Link link, Contact before, boolean subscribed) {
        var after = before.with(Optional.of(subscribed), Authority.PERSON, Patch.NONE);
        var consequences = contacts.consequences();
        var flip = consequences.changed(link.project(), before, after);
        if (flip.isEmpty()) {
            return Future.succeededFuture();
        }
        return contacts.update(tx, List.of(new Changed(link.project(), before, after)))
                .compose(updated -> events.append(tx, List.of(by(link.email(), flip.get()))))
                .compose(appended -> after.subscribed()
                        ? Future.succeededFuture()
                        : departures.left(tx, Tenant.system(link.project()), link.email()))
                .compose(told -> contacts.settle(tx, consequences));
    }

    private static NewEvent by(EmailId email, NewEvent flip) {
        return new NewEvent(
                flip.project(),
                flip.id(),
                flip.contact(),
                flip.name(),
                flip.data(),
                Optional.of(email).filter(id -> !id.value().equals(NO_EMAIL)),
                flip.depth());
    }
}
