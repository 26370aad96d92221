package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.contacts.ContactCounts;
import io.godwit.contacts.ContactSelections.Selected;
import io.godwit.contacts.api.ConsentRoutes;
import io.godwit.contacts.api.ContactRoutes;
import io.godwit.contacts.bulk.ContactJobs;
import io.godwit.contacts.fields.FieldCatalog;
import io.godwit.contacts.fields.FieldRoutes;
import io.godwit.contacts.search.AddressBlockMerger;
import io.godwit.contacts.subscriptions.SubscriptionRoutes;
import io.godwit.core.PollLoop;
import io.godwit.core.Tenant;
import io.godwit.jobs.JobHandler;
import io.godwit.sending.Outbox;
import io.godwit.sending.suppression.SuppressionListImporter;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Wires contacts: their lists and fields, imports, exports and bulk operations, and the pages behind unsubscribe links. */
public final class ContactModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final FieldCatalog fields;
    private final ContactJobs jobs;

    public ContactModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
        this.fields = new FieldCatalog(node.database(), node.bus(), shared.contacts(), shared.contactWriter());
        this.jobs = new ContactJobs(node.vertx(), node.database(), node.bus());
    }

    FieldCatalog fields() {
        return fields;
    }

    /** The handlers of the jobs that change or export many contacts. */
    List<JobHandler> jobHandlers() {
        return jobs.kinds(shared.contactWriter(), this::select, new SuppressionListImporter());
    }

    @Override
    public List<Routes> routes() {
        var database = node.database();
        var contacts = new ContactRoutes(
                database,
                shared.contactWriter(),
                new ContactCounts(database),
                this::select,
                shared.cursors(),
                shared.idempotency());
        return List.of(
                contacts,
                new ConsentRoutes(database),
                new FieldRoutes(fields, shared.usages()::ofField),
                jobs.routes(shared.contactWriter(), this::select, shared.idempotency()),
                new SubscriptionRoutes(database, shared.contacts(), shared.events(), new Outbox(), node.links()));
    }

    /** Selects the contacts of a segment, or those a filter matches. */
    private Future<Selected> select(
            Tenant tenant, Optional<String> segment, Optional<Map<String, @Nullable Object>> condition) {
        return shared.segments()
                .selected(node.database().requests(), tenant, segment, condition)
                .map(found -> new Selected(found.ids(), found.parameters()));
    }

    @Override
    public List<PollLoop> loops() {
        var database = node.database();
        return node.has(NodeRole.JOB)
                ? List.of(
                        new ContactCounts(database).start(node.vertx()),
                        new AddressBlockMerger(database).start(node.vertx()))
                : List.of();
    }
}
