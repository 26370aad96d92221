package io.godwit.projects;

import io.godwit.accounts.OneTimeToken;
import io.godwit.accounts.SignInClient;
import io.godwit.accounts.SystemMailer;
import io.godwit.accounts.SystemMailer.SystemEmail;
import io.godwit.accounts.User;
import io.godwit.accounts.UserAccounts;
import io.godwit.accounts.limits.AttemptLimiter;
import io.godwit.core.ChangeTopic;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.projects.InvitationStore.OpenInvitation;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.godwit.web.SessionLookup;
import io.godwit.web.SessionLookup.SignedIn;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Invites users into projects. Every invitation is an email with a link, whether the address has an account or not; the
 * invited user becomes a member by accepting: by the link, or by a click when signed in. The answer to the inviter is the
 * same in both cases.
 */
final class InvitationService {

    private static final Duration LIFETIME = Duration.ofDays(7);

    private static final String INVITED = """
            <p>Hello,</p>
            <p>you are invited to work in the project {{project}}.</p>
            <p><a class="button" href="{{link}}">Open the invitation</a></p>
            <p>The link works once, and for seven days. If you do not know the project, you need not do anything.</p>
            """;

    private final Database database;
    private final UserAccounts accounts;
    private final SystemMailer mailer;
    private final String base;
    private final AttemptLimiter byInviter;
    private final AttemptLimiter toAddress;
    private final InvitationStore store = new InvitationStore();
    private final MemberStore members = new MemberStore();
    private final AuditLog audit = new AuditLog();

    InvitationService(Database database, UserAccounts accounts, SystemMailer mailer, ProjectMemberSettings settings) {
        this.database = database;
        this.accounts = accounts;
        this.mailer = mailer;
        this.base = settings.baseUrl();
        this.byInviter =
                accounts.attemptLimiter("invitations.user", settings.invitationsPerHour(), Duration.ofHours(1));
        this.toAddress =
                accounts.attemptLimiter("invitations.address", settings.invitationsPerAddress(), Duration.ofDays(1));
    }

    /** The invited address and role. */
    record InvitedUser(EmailAddress email, MemberRole role) {}

    /** The new member, and the {@code Set-Cookie} of a session if the account was created or claimed by the invitation. */
    record JoinedMember(Invitation invitation, User user, Optional<String> cookie) {}

    /**
     * Invites an address. Fails with {@code CONFLICT} for a member, with {@code RATE_LIMIT_EXCEEDED} beyond the invitations
     * of one user in an hour, and to one address in a day, where one that could not be written does not count. An address the
     * same project has invited within a day keeps its link and gets the new role.
     *
     * @param role ADMIN or MEMBER
     */
    Future<InvitedUser> invite(Tenant tenant, Actor actor, EmailAddress email, MemberRole role) {
        var inviter = actor.user().map(SignedIn::user).map(Object::toString);
        return database.transaction(tx -> renew(tx, tenant, actor, email, role))
                .compose(renewed -> renewed
                        ? Future.succeededFuture()
                        : byInviter
                                .countAttempt(inviter.orElse(tenant.project().toString()))
                                .compose(ignored -> toAddress.countAttempt(email.value()))
                                .compose(ignored -> database.transaction(tx -> invite(tx, tenant, actor, email, role))
                                        .recover(cause -> toAddress
                                                .refundAttempt(email.value())
                                                .transform(done -> Future.failedFuture(cause))))
                                .onSuccess(ignored -> mailer.wakeSenders()))
                .map(new InvitedUser(email, role));
    }

    /** Tells whether the same project has invited the address within a day; that invitation gets the new role. */
    private Future<Boolean> renew(SqlClient tx, Tenant tenant, Actor actor, EmailAddress email, MemberRole role) {
        return ProjectStore.lock(tx, tenant)
                .compose(ignored -> accounts.find(tx, email))
                .compose(user -> user.map(known -> members.lock(tx, tenant, known.id()))
                        .orElseGet(() -> Future.succeededFuture(Optional.empty())))
                .compose(member -> member.isPresent()
                        ? Future.failedFuture(Failure.of(Kind.CONFLICT, "This person is a member already"))
                        : store.renew(tx, tenant, email, role))
                .compose(renewed -> renewed
                        ? audit.record(tx, tenant, actor, "member.invited", eventData(email, role))
                                .map(true)
                        : Future.succeededFuture(false));
    }

    private Future<Void> invite(SqlClient tx, Tenant tenant, Actor actor, EmailAddress email, MemberRole role) {
        var token = OneTimeToken.random();
        var link = base + "/auth/accept-invitation?token=" + token.text();
        return ProjectStore.lock(tx, tenant)
                .compose(ignored -> store.insert(tx, tenant, actor, email, role, token, LIFETIME))
                .compose(ignored -> audit.record(tx, tenant, actor, "member.invited", eventData(email, role)))
                .compose(ignored -> ProjectStore.name(tx, tenant))
                .compose(name -> mailer.write(tx, email(email, "You are invited to a project", INVITED, name, link)));
    }

    private static SystemEmail email(EmailAddress to, String subject, String body, String project, String link) {
        return new SystemEmail(to, subject, body, Map.of("project", UnlinkedText.of(project), "link", link));
    }

    Future<List<Invitation>> all(Tenant tenant) {
        return store.all(database.requests(), tenant);
    }

    /** Deletes an invitation, so that its link is void; fails with a 404. */
    Future<Void> withdraw(Tenant tenant, Actor actor, String id) {
        var invitation = Ids.parse(id).orElseThrow(() -> unknown(id));
        return database.transaction(tx -> store.delete(tx, tenant, invitation)
                .map(email -> email.orElseThrow(() -> unknown(id)))
                .compose(email -> audit.record(tx, tenant, actor, "invitation.withdrawn", Map.of("member", email))));
    }

    /** Lists the invitations a signed-in user may accept; none for a user whose address is not verified. */
    Future<List<OpenInvitation>> offered(SignedIn user) {
        return user.confirmed() ? store.offered(database.requests(), user.email()) : Future.succeededFuture(List.of());
    }

    /** Makes the signed-in user a member; fails with a 404 for an invitation of another address. */
    Future<JoinedMember> accept(SignedIn user, String id) {
        var invitation = ownInvitation(user, id);
        return database.transaction(tx -> store.consume(tx, invitation, user.email())
                .map(found -> found.orElseThrow(() -> unknown(id)))
                .compose(found -> accounts.find(tx, user.user())
                        .compose(known -> join(tx, found, known.orElseThrow(SessionLookup::ended), Optional.empty()))));
    }

    /** Declines an invitation; fails with a 404 for an invitation of another address. */
    Future<Void> decline(SignedIn user, String id) {
        var invitation = ownInvitation(user, id);
        return database.transaction(tx -> store.consume(tx, invitation, user.email())
                .map(found -> found.orElseThrow(() -> unknown(id)))
                .compose(found -> decline(tx, user, found)));
    }

    private Future<Void> decline(SqlClient tx, SignedIn user, Invitation invitation) {
        var actor = new Actor(Optional.of(user), Caller.MEMBER);
        database.changes().add(tx, invitation.project(), ChangeTopic.MEMBER, null);
        return audit.record(
                tx, tenant(invitation), actor, "invitation.declined", eventData(user.email(), invitation.role()));
    }

    private static UUID ownInvitation(SignedIn user, String id) {
        return Ids.parse(id).filter(ignored -> user.confirmed()).orElseThrow(() -> unknown(id));
    }

    /**
     * Makes the user with the link a member. A user without an account, or with an account whose address was never
     * verified, gives a password and gets the account; the link proves the address, so a closed sign-up does not exclude
     * them. Fails with {@code BAD_REQUEST} for a void link, with a 422 when a password is needed.
     */
    Future<JoinedMember> accept(OneTimeToken token, Optional<String> password, SignInClient client) {
        return find(token)
                .map(found -> found.orElseThrow(InvitationService::invalidToken))
                .compose(found -> needsPassword(found.invitation()))
                .compose(needed -> needed ? hash(password) : Future.succeededFuture(""))
                .compose(hash -> database.anonymous().transaction(tx -> accept(tx, token, hash, client)));
    }

    /** Finds the invitation of a link; empty for a link that is unknown, used or expired. */
    Future<Optional<OpenInvitation>> find(OneTimeToken token) {
        return store.find(database.anonymous().requests(), token);
    }

    /** Tells whether the invited address has no verified account. */
    Future<Boolean> needsPassword(Invitation invitation) {
        return accounts.find(database.anonymous().requests(), invitation.email())
                .map(user -> user.filter(accounts::isTrusted).isEmpty());
    }

    private Future<String> hash(Optional<String> password) {
        return password.map(accounts::hash)
                .orElseGet(() -> Future.failedFuture(Failure.invalid(
                        "password", "required", "There is no account with this address yet: choose a password")));
    }

    private Future<JoinedMember> accept(SqlClient tx, OneTimeToken token, String hash, SignInClient client) {
        return store.find(tx, token)
                .compose(found -> store.use(tx, token)
                        .map(used -> found.filter(ignored -> used).orElseThrow(InvitationService::invalidToken)))
                .map(OpenInvitation::invitation)
                .compose(invitation -> accounts.find(tx, invitation.email())
                        .compose(user -> user.isEmpty()
                                ? accounts.create(tx, invitation.email(), hash)
                                        .compose(made -> join(tx, invitation, made.orElseThrow(), Optional.of(client)))
                                : join(tx, invitation, user.get(), hash, client)));
    }

    private Future<JoinedMember> join(
            SqlClient tx, Invitation invitation, User user, String hash, SignInClient client) {
        return accounts.isTrusted(user)
                ? join(tx, invitation, user, Optional.empty())
                : accounts.claim(tx, user, hash).compose(owner -> join(tx, invitation, owner, Optional.of(client)));
    }

    /**
     * Adds the user to the project.
     *
     * @param entering the client that gets a session, because the account was created or claimed just now
     */
    private Future<JoinedMember> join(SqlClient tx, Invitation invitation, User user, Optional<SignInClient> entering) {
        var tenant = tenant(invitation);
        var actor = new Actor(Optional.empty(), Caller.MEMBER);
        database.changes().add(tx, invitation.project(), ChangeTopic.MEMBER, null);
        return members.insert(tx, tenant, user.id(), invitation.role())
                .compose(ignored ->
                        audit.record(tx, tenant, actor, "member.joined", eventData(user.email(), invitation.role())))
                .compose(ignored -> entering.map(
                                client -> accounts.openSession(tx, user, client).map(Optional::of))
                        .orElseGet(() -> Future.succeededFuture(Optional.empty())))
                .map(cookie -> new JoinedMember(invitation, user, cookie));
    }

    private static Tenant tenant(Invitation invitation) {
        return new Tenant(invitation.project(), Caller.MEMBER, -1);
    }

    private static Map<String, String> eventData(EmailAddress email, MemberRole role) {
        return Map.of("member", email.value(), "role", role.name());
    }

    private static Failure invalidToken() {
        return Failure.of(Kind.BAD_REQUEST, "This invitation is not valid, was used already, or has expired");
    }

    private static Failure unknown(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Invitation", id);
    }
}
