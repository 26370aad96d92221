package io.godwit.projects;

import io.godwit.accounts.Accounts;
import io.godwit.accounts.PlatformMail;
import io.godwit.accounts.PlatformMail.Letter;
import io.godwit.accounts.Secret;
import io.godwit.accounts.User;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.UserId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings people into a project. Who has an account is a member at once and is told so; anybody else gets a mail with a link,
 * and so does an account whose address nobody has verified: it may be anybody's.
 */
final class Invitations {

    private static final Duration LIFETIME = Duration.ofDays(7);
    private static final int AN_HOUR = 50;

    private static final String ASKED = """
            <p>Hello,</p>
            <p>you are invited to work in the project {{project}}: <a href="{{link}}">{{link}}</a></p>
            <p>The link works once, and for seven days. If you do not know the project, you need not do anything.</p>
            """;

    private static final String ADDED = """
            <p>Hello,</p>
            <p>you are a member of the project {{project}} now: <a href="{{link}}">{{link}}</a></p>
            """;

    private final Database database;
    private final Accounts accounts;
    private final PlatformMail mail;
    private final String base;
    private final InvitationStore store = new InvitationStore();
    private final MemberStore members = new MemberStore();
    private final Audit audit = new Audit();

    /**
     * @param base of the pages that links in mails lead to
     */
    Invitations(Database database, Accounts accounts, PlatformMail mail, String base) {
        this.database = database;
        this.accounts = accounts;
        this.mail = mail;
        this.base = base;
    }

    /**
     * What became of a wish to have somebody in a project.
     *
     * @param user who is a member now; empty for who was written to
     */
    record Outcome(Optional<UserId> user, EmailAddress email, MemberRole role) {}

    /** Who joined, and the {@code Set-Cookie} of a session for who made an account by it. */
    record Joined(Invitation invitation, User user, Optional<String> cookie) {}

    /**
     * Fails with {@code CONFLICT} for a member, with {@code RATE_LIMIT_EXCEEDED} beyond fifty mails an hour.
     *
     * @param role ADMIN or MEMBER
     */
    Future<Outcome> bring(Tenant tenant, Actor actor, EmailAddress email, MemberRole role) {
        return database.transaction(tx -> ProjectStore.lock(tx, tenant)
                        .compose(alone -> accounts.find(tx, email))
                        .compose(user -> bring(tx, tenant, actor, email, role, user)))
                .onSuccess(brought -> mail.announce());
    }

    private Future<Outcome> bring(
            SqlClient tx, Tenant tenant, Actor actor, EmailAddress email, MemberRole role, Optional<User> user) {
        if (user.isEmpty()) {
            return ask(tx, tenant, actor, email, role);
        }
        var known = user.get();
        return members.lock(tx, tenant, known.id()).compose(member -> {
            if (member.isPresent()) {
                return Future.failedFuture(Failure.of(Kind.CONFLICT, "This person is a member already"));
            }
            return accounts.isTrusted(known)
                    ? add(tx, tenant, actor, known, role)
                    : ask(tx, tenant, actor, email, role);
        });
    }

    private Future<Outcome> add(SqlClient tx, Tenant tenant, Actor actor, User user, MemberRole role) {
        return members.insert(tx, tenant, user.id(), role)
                .compose(added -> store.delete(tx, tenant, user.email()))
                .compose(gone -> audit.record(tx, tenant, actor, "member.added", told(user.email(), role)))
                .compose(done -> ProjectStore.name(tx, tenant))
                .compose(name ->
                        mail.write(tx, letter(user.email(), "You are a member of a project", ADDED, name, base)))
                .map(new Outcome(Optional.of(user.id()), user.email(), role));
    }

    private Future<Outcome> ask(SqlClient tx, Tenant tenant, Actor actor, EmailAddress email, MemberRole role) {
        var token = Secret.random();
        var link = base + "/auth/accept-invitation?token=" + token.text();
        return store.recent(tx, tenant)
                .compose(recent -> recent >= AN_HOUR ? Future.failedFuture(tooMany()) : Future.succeededFuture())
                .compose(free -> store.ask(tx, tenant, actor, email, role, token, LIFETIME))
                .compose(asked -> audit.record(tx, tenant, actor, "member.invited", told(email, role)))
                .compose(done -> ProjectStore.name(tx, tenant))
                .compose(name -> mail.write(tx, letter(email, "You are invited to a project", ASKED, name, link)))
                .map(new Outcome(Optional.empty(), email, role));
    }

    private static Letter letter(EmailAddress to, String subject, String body, String project, String link) {
        return new Letter(to, subject, body, Map.of("project", project, "link", link));
    }

    Future<List<Invitation>> all(Tenant tenant) {
        return store.all(database.requests(), tenant);
    }

    /** The link opens nothing any more; fails with a 404. */
    Future<Void> withdraw(Tenant tenant, Actor actor, String id) {
        var invitation = Ids.parse(id).orElseThrow(() -> unknown(id));
        return database.transaction(tx -> store.delete(tx, tenant, invitation)
                .map(email -> email.orElseThrow(() -> unknown(id)))
                .compose(email -> audit.record(tx, tenant, actor, "invitation.withdrawn", Map.of("member", email))));
    }

    /**
     * Makes the reader of the mail a member. Who has no account gives a password and gets one; the link proves the address, so
     * that a closed sign-up does not shut them out. Fails with {@code BAD_REQUEST} for a link that opens nothing, with a 422
     * when a password is needed.
     */
    Future<Joined> accept(Secret token, Optional<String> password) {
        return store.find(database.anonymous().requests(), token)
                .map(found -> found.orElseThrow(Invitations::spent))
                .compose(found -> accounts.find(database.anonymous().requests(), found.email()))
                .compose(user -> user.isPresent() ? Future.succeededFuture("") : hash(password))
                .compose(hash -> database.anonymous().transaction(tx -> accept(tx, token, hash)));
    }

    /** Whether there is no account yet for who was invited; also true for a link that opens nothing. */
    Future<Boolean> needsPassword(Secret token) {
        return store.find(database.anonymous().requests(), token)
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(true)
                        : accounts.find(database.anonymous().requests(), found.get().email())
                                .map(Optional::isEmpty));
    }

    private Future<String> hash(Optional<String> password) {
        return password.map(accounts::hash)
                .orElseGet(() -> Future.failedFuture(Failure.invalid(
                        "password", "required", "There is no account with this address yet: choose a password")));
    }

    private Future<Joined> accept(SqlClient tx, Secret token, String hash) {
        return store.find(tx, token)
                .compose(found -> store.use(tx, token)
                        .map(used -> found.filter(present -> used).orElseThrow(Invitations::spent)))
                .compose(invitation -> accounts.find(tx, invitation.email())
                        .compose(user -> user.isPresent()
                                ? join(tx, invitation, user.get(), false)
                                : accounts.create(tx, invitation.email(), hash)
                                        .compose(made -> join(tx, invitation, made.orElseThrow(), true))));
    }

    private Future<Joined> join(SqlClient tx, Invitation invitation, User user, boolean isNew) {
        var tenant = new Tenant(invitation.project(), Caller.MEMBER, -1);
        var actor = new Actor(Optional.empty(), Caller.MEMBER);
        return members.insert(tx, tenant, user.id(), invitation.role())
                .compose(added ->
                        audit.record(tx, tenant, actor, "member.joined", told(user.email(), invitation.role())))
                .compose(done -> isNew
                        ? accounts.openSession(tx, user).map(Optional::of)
                        : Future.succeededFuture(Optional.<String>empty()))
                .map(cookie -> new Joined(invitation, user, cookie));
    }

    private static Map<String, String> told(EmailAddress email, MemberRole role) {
        return Map.of("member", email.value(), "role", role.name());
    }

    private static Failure tooMany() {
        return Failure.later(Kind.RATE_LIMIT_EXCEEDED, "A project may invite " + AN_HOUR + " people an hour", 3_600);
    }

    private static Failure spent() {
        return Failure.of(Kind.BAD_REQUEST, "This invitation is not valid, was used already, or has expired");
    }

    private static Failure unknown(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Invitation", id);
    }
}
