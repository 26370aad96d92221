package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.contacts.ContactMessages;
import io.godwit.contacts.ContactMessages.FieldDeleted;
import io.godwit.core.PollLoop;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.uploads.ImageUploadService;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;

/** Wires projects: their keys, members, invitations, audit log and deletion. */
public final class ProjectModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final AccountModule accounts;
    private final BillingModule billing;

    public ProjectModule(NodeContext node, SharedServices shared, AccountModule accounts, BillingModule billing) {
        this.node = node;
        this.shared = shared;
        this.accounts = accounts;
        this.billing = billing;
    }

    @Override
    public List<Routes> routes() {
        return shared.projects()
                .routes(
                        shared.cursors(),
                        shared.idempotency(),
                        accounts.accounts(),
                        shared.mail(),
                        this::leave,
                        node.settings().members(),
                        node.settings().relays().names());
    }

    private Future<Void> leave(SqlClient tx, Tenant tenant) {
        return billing.deletionListener().leave(tx, tenant).compose(ignored -> ImageUploadService.deletionListener()
                .leave(tx, tenant));
    }

    @Override
    public List<PollLoop> loops() {
        var loops = new ArrayList<PollLoop>();
        if (node.has(NodeRole.HTTP)) {
            loops.add(shared.projects().startKeyUses());
        }
        if (node.has(NodeRole.JOB)) {
            loops.add(shared.projects().startResets(this::saveOptOuts));
        }
        return loops;
    }

    /**
     * Keeps the opt-outs of a project that is being reset. Its fields go with its contacts, so each node evicts them, before the
     * project is opened again.
     */
    private Future<Integer> saveOptOuts(SqlClient tx, ProjectId project, int limit) {
        shared.contacts().evictFields(project.value());
        node.bus().publish(ContactMessages.FIELD_DELETED, new FieldDeleted(project.value()));
        return shared.contacts().deleteOptedOut(tx, project, limit);
    }
}
