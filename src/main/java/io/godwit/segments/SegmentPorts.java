package io.godwit.segments;

import io.godwit.contacts.Belongings;
import io.godwit.contacts.ContactWrites;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;

/** The rooms segments work with. */
public record SegmentPorts(Vertx vertx, Database database, Segments segments, Events events, SegmentSettings settings) {

    public static SegmentPorts of(Vertx vertx, Database database, Events events, SegmentSettings settings) {
        return new SegmentPorts(vertx, database, new Segments(vertx, database), events, settings);
    }

    /** Everything below {@code /segments}. */
    public Routes routes(ContactWrites contacts, SegmentUses uses, Cursors cursors, Idempotency idempotency) {
        var itself = new SegmentRoutes(this, uses, cursors, idempotency);
        var members = new MemberRoutes(this, contacts, idempotency);
        return api -> {
            itself.mount(api);
            members.mount(api);
        };
    }

    /** What goes with a contact: what others keep of it, and its memberships. */
    public Belongings belongings(Belongings others) {
        return (tx, tenant, contacts) ->
                others.delete(tx, tenant, contacts).compose(deleted -> segments.delete(tx, tenant, contacts));
    }

    /** What a node with the role does in the background. */
    public Deployable verticle() {
        return new SegmentVerticle(computation());
    }

    Computation computation() {
        return new Computation(vertx, database, events, segments, segments.turns(), settings);
    }
}
