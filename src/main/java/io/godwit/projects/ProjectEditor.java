package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.projects.ProjectSummaryStore.ProjectSummary;
import io.godwit.projects.ProjectSummaryStore.SetupProgress;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists, creates and changes projects for their members. */
final class ProjectEditor {

    private final ProjectService projects;
    private final Database database;
    private final KeyCacheInvalidator keyCache;
    private final ProjectRecordStore records;
    private final ProjectSummaryStore summaries = new ProjectSummaryStore();
    private final MemberStore members = new MemberStore();
    private final AuditLog audit = new AuditLog();

    ProjectEditor(ProjectService projects, Database database, ApiKeyStore keys, KeyCacheInvalidator keyCache) {
        this.projects = projects;
        this.database = database;
        this.keyCache = keyCache;
        this.records = new ProjectRecordStore(keys);
    }

    /** Reads the projects of a user with everything a member may see, oldest first. */
    Future<List<ProjectRecord>> ofUser(UserId user) {
        return records.ofUser(database.requests(), user);
    }

    /** Reads a project as a member of this role sees it. */
    Future<ProjectRecord> record(Tenant tenant, MemberRole role) {
        return records.find(database.requests(), tenant, role).map(ProjectEditor::orNotFound);
    }

    /**
     * Checks that a user may create a project. Fails with {@code PROJECT_DISABLED} for an owner of a disabled project, and
     * with {@code FORBIDDEN} for a user who owns as many as one may.
     *
     * @param max projects that one user may own; 0 = any number
     */
    Future<Void> requireMayCreate(SignedIn owner, int max) {
        return ofUser(owner.user()).compose(all -> {
            var owned = all.stream()
                    .filter(project -> project.role() == MemberRole.OWNER)
                    .toList();
            if (owned.stream().anyMatch(ProjectRecord::disabled)) {
                return Future.failedFuture(
                        Failure.of(Kind.PROJECT_DISABLED, "You have a disabled project; that one first"));
            }
            return requireBelow(max, owned.size());
        });
    }

    private static Future<Void> requireBelow(int max, long owned) {
        return max > 0 && owned >= max
                ? Future.failedFuture(Failure.of(Kind.FORBIDDEN, "You own " + max + " projects, as many as one may"))
                : Future.succeededFuture();
    }

    /** Creates a project owned by the user, who may make several at once and owns at most {@code max}; 0 = any number. */
    Future<ProjectRecord> create(SqlClient tx, SignedIn owner, int max, ProjectRequest wanted) {
        return members.lockOwned(tx, owner.user())
                .compose(owned -> requireBelow(max, owned))
                .compose(ignored -> create(tx, owner, wanted));
    }

    private Future<ProjectRecord> create(SqlClient tx, SignedIn owner, ProjectRequest wanted) {
        return projects.create(tx, wanted.name().orElseThrow()).compose(created -> {
            var tenant = new Tenant(created.id(), Tenant.Caller.MEMBER, 1);
            var actor = new Actor(Optional.of(owner), Tenant.Caller.MEMBER);
            return members.insert(tx, tenant, owner.user(), MemberRole.OWNER)
                    .compose(ignored -> records.update(tx, tenant, wanted))
                    .compose(ignored -> audit.record(tx, tenant, actor, "project.created", Map.of()))
                    .compose(ignored -> records.find(tx, tenant, MemberRole.OWNER))
                    .map(ProjectEditor::orNotFound);
        });
    }

    /** Changes a project; completes when every node uses the new values. */
    Future<ProjectRecord> change(Tenant tenant, MemberRole role, Actor actor, ProjectRequest wanted) {
        return database.transaction(tx -> records.update(tx, tenant, wanted)
                        .compose(ignored -> audit.record(tx, tenant, actor, "project.changed", wanted.auditDetails()))
                        .compose(ignored -> InstallationStore.raiseKeysVersion(tx)))
                .compose(keyCache::publishChange)
                .compose(ignored -> record(tenant, role));
    }

    Future<List<ProjectSummary>> brief(List<ProjectId> wanted) {
        return summaries.brief(database.requests(), wanted);
    }

    Future<SetupProgress> setup(Tenant tenant) {
        return summaries.setup(database.requests(), tenant);
    }

    private static <T> T orNotFound(Optional<T> found) {
        return found.orElseThrow(() -> Failure.of(Kind.RESOURCE_NOT_FOUND, "Project not found"));
    }
}
