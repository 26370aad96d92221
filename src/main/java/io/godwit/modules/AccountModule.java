package io.godwit.modules;

import io.godwit.accounts.SignUpPolicy;
import io.godwit.accounts.SystemMailer;
import io.godwit.accounts.UserAccounts;
import io.godwit.bus.Bus;
import io.godwit.config.AccountModuleSettings;
import io.godwit.core.Crypto;
import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.godwit.domains.SenderDomainService;
import io.godwit.projects.ProjectDeletionListener;
import io.godwit.projects.ProjectService;
import io.godwit.projects.ResetHook;
import io.godwit.sending.SenderIdentities;
import io.godwit.systemmail.SystemMailSender;
import io.godwit.web.Routes;
import io.godwit.web.auth.Authenticators;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires the users of the platform: their accounts, their projects, and the system emails to them. */
public final class AccountModule {

    private static final Logger LOG = LoggerFactory.getLogger(AccountModule.class);

    private final Vertx vertx;
    private final ProjectService projects;
    private final SystemMailSender post;
    private final UserAccounts accounts;
    private final AccountModuleSettings settings;

    public AccountModule(
            Vertx vertx,
            Database database,
            Bus bus,
            Crypto vault,
            ProjectService projects,
            SenderDomainService domains,
            AccountModuleSettings settings) {
        this.vertx = vertx;
        this.projects = projects;
        this.settings = settings;
        this.post = new SystemMailSender(
                database, bus, domains, settings.sender(), settings.accounts().verify());
        this.accounts = new UserAccounts(vertx, database, vault, settings.accounts(), post);
    }

    /** Authenticators of API keys and session cookies. */
    public Authenticators guards() {
        return new Authenticators(projects.keys(), accounts.sessions(), projects.memberships());
    }

    public UserAccounts accounts() {
        return accounts;
    }

    /** The sender of system emails. */
    public SystemMailer mail() {
        return post;
    }

    public List<Routes> routes(CursorCodec cursors, IdempotentHandler idempotency, ProjectDeletionListener farewell) {
        if (settings.accounts().signups() == SignUpPolicy.LOCAL) {
            LOG.warn("Mail is caught, so that nobody's address is proved: only this machine may sign up here."
                    + " GODWIT_ACCOUNTS_SIGNUPS=true lets in everybody who reaches this server");
        }
        var routes = new ArrayList<>(accounts.routes(projects::isHeldBy));
        routes.addAll(projects.routes(cursors, idempotency, accounts, post, farewell, settings.team()));
        return routes;
    }

    /** The signing keys and domains of senders, the operator's own sender included. */
    public SenderIdentities signingKeys() {
        return post.keys();
    }

    /** Starts the loops of a node with the role {@code job} on the caller's context; stop the loops to end them. */
    public List<PollLoop> work(ResetHook saved) {
        return List.of(accounts.startExpiry(vertx), projects.startWiping(saved));
    }
}
