package io.godwit.segments.api;

import io.godwit.contacts.ContactWriter;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.segments.SegmentService;
import io.godwit.segments.SegmentSettings;
import io.godwit.segments.SegmentUsages;
import io.godwit.segments.compute.SegmentComputer;
import io.godwit.segments.compute.SegmentVerticle;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.List;

/** The parts the segments feature is built from, and what it provides to the server. */
public record SegmentDependencies(
        Vertx vertx, Database database, SegmentService segments, EventAppender events, SegmentSettings settings) {

    public static SegmentDependencies of(
            Vertx vertx, Database database, EventAppender events, SegmentSettings settings) {
        return new SegmentDependencies(vertx, database, new SegmentService(vertx, database), events, settings);
    }

    /** Everything below {@code /segments}, and the segments of a contact. */
    public Routes routes(
            ContactWriter contacts, SegmentUsages usages, CursorCodec cursors, IdempotentHandler idempotency) {
        var itself = new SegmentRoutes(this, usages, cursors, idempotency);
        var members = new SegmentMemberRoutes(this, contacts, idempotency);
        var parts = List.of(itself, members, new SegmentHistoryRoutes(this, usages), new MembershipRoutes(this));
        return api -> parts.forEach(part -> part.mount(api));
    }

    /** The background work of a node with the segments role. */
    public Deployable verticle() {
        return new SegmentVerticle(computation());
    }

    public SegmentComputer computation() {
        return new SegmentComputer(vertx, database, events, segments, segments.semaphore(), settings);
    }
}
