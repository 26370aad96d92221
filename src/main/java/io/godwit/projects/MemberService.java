package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.projects.MemberStore.Member;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;

/**
 * Lists, changes and removes the members of a project. A project always has one owner, who cannot be changed or removed and
 * leaves only after transferring the project. A change takes effect with the next request, because memberships are not
 * cached.
 */
final class MemberService {

    private final Database database;
    private final MemberStore store = new MemberStore();
    private final AuditLog audit = new AuditLog();

    MemberService(Database database) {
        this.database = database;
    }

    Future<List<Member>> all(Tenant tenant) {
        return store.all(database.requests(), tenant);
    }

    /**
     * Changes a member's role. Fails with a 404 for a user who is no member, with {@code FORBIDDEN} for the owner and for
     * oneself.
     *
     * @param role ADMIN or MEMBER
     */
    Future<Member> setRole(Tenant tenant, Actor actor, String user, MemberRole role) {
        return database.transaction(
                tx -> other(tx, tenant, actor, user).compose(member -> store.setRole(tx, tenant, member.user(), role)
                        .compose(ignored -> record(tx, tenant, actor, "member.changed", member, role))
                        .map(member.as(role))));
    }

    /** Removes a member. Fails like {@link #setRole}. */
    Future<Void> remove(Tenant tenant, Actor actor, String user) {
        return database.transaction(
                tx -> other(tx, tenant, actor, user).compose(member -> store.delete(tx, tenant, member.user())
                        .compose(ignored -> record(tx, tenant, actor, "member.removed", member, member.role()))));
    }

    /**
     * Removes the user of the request from the project. Fails with {@code CONFLICT} for the owner, with {@code FORBIDDEN}
     * for a key.
     */
    Future<Void> leave(Tenant tenant, Actor actor) {
        var user = self(actor);
        return database.transaction(tx -> locked(tx, tenant, user.toString(), user)
                .compose(member -> member.role() == MemberRole.OWNER
                        ? Future.failedFuture(Failure.of(Kind.CONFLICT, "Hand the project to another member first"))
                        : store.delete(tx, tenant, user)
                                .compose(ignored -> record(tx, tenant, actor, "member.left", member, member.role()))));
    }

    /**
     * Makes another member the owner and the owner an administrator. Fails with a 404 for a user who is no member, with
     * {@code FORBIDDEN} for a key, with {@code CONFLICT} for oneself.
     */
    Future<Void> handOver(Tenant tenant, Actor actor, String newOwner) {
        var owner = self(actor);
        var id = id(newOwner);
        if (id.equals(owner)) {
            throw Failure.of(Kind.CONFLICT, "You own the project already");
        }
        return database.transaction(tx -> ProjectStore.lock(tx, tenant)
                .compose(ignored -> locked(tx, tenant, owner.toString(), owner))
                .compose(present -> present.role() == MemberRole.OWNER
                        ? locked(tx, tenant, newOwner, id)
                        : Future.failedFuture(forbidden("You no longer own the project")))
                .compose(next -> store.setRole(tx, tenant, owner, MemberRole.ADMIN)
                        .compose(ignored -> store.setRole(tx, tenant, id, MemberRole.OWNER))
                        .compose(ignored -> record(tx, tenant, actor, "project.transferred", next, MemberRole.OWNER))));
    }

    private Future<Member> other(SqlClient tx, Tenant tenant, Actor actor, String user) {
        var id = id(user);
        return locked(tx, tenant, user, id).map(member -> {
            if (member.role() == MemberRole.OWNER) {
                throw forbidden("The owner stays the owner; the project can be handed over");
            }
            if (actor.user().map(SignedIn::user).filter(id::equals).isPresent()) {
                throw forbidden("You cannot change or remove yourself; you can leave");
            }
            return member;
        });
    }

    private Future<Member> locked(SqlClient tx, Tenant tenant, String named, UserId user) {
        return store.lock(tx, tenant, user).map(member -> member.orElseThrow(() -> unknown(named)));
    }

    private Future<Void> record(
            SqlClient tx, Tenant tenant, Actor actor, String action, Member member, MemberRole role) {
        return audit.record(tx, tenant, actor, action, Map.of("member", member.email(), "role", role.name()));
    }

    private static UserId self(Actor actor) {
        return actor.user().map(SignedIn::user).orElseThrow(() -> forbidden("A key is no member"));
    }

    private static UserId id(String user) {
        return Ids.parse(user).map(UserId::new).orElseThrow(() -> unknown(user));
    }

    private static Failure forbidden(String sentence) {
        return Failure.of(Kind.FORBIDDEN, sentence);
    }

    private static Failure unknown(String user) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Member", user);
    }
}
