package io.godwit.modules;

import io.godwit.accounts.Operators;
import io.godwit.accounts.SignUpPolicy;
import io.godwit.accounts.UserAccounts;
import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.web.Routes;
import io.godwit.web.auth.Authenticators;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires the users of the platform: sign-up, sign-in, sessions and passwords. */
public final class AccountModule implements FeatureModule {

    private static final Logger LOG = LoggerFactory.getLogger(AccountModule.class);

    private final NodeContext node;
    private final SharedServices shared;
    private final UserAccounts accounts;
    private final Operators operators;

    public AccountModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
        this.accounts = new UserAccounts(
                node.vertx(), node.database(), node.crypto(), node.settings().accounts(), shared.mail());
        this.operators = new Operators(node.database(), node.settings().system().operators());
    }

    public UserAccounts accounts() {
        return accounts;
    }

    /** The users who may see the state of the installation. */
    Operators operators() {
        return operators;
    }

    /** Authenticators of API keys and session cookies. */
    public Authenticators authenticators() {
        var projects = shared.projects();
        return new Authenticators(projects.keys(), accounts.sessions(), projects.memberships());
    }

    @Override
    public List<Routes> routes() {
        if (node.settings().accounts().signups() == SignUpPolicy.LOCAL) {
            LOG.warn("Mail is caught, so no address is verified: only this machine may sign up here."
                    + " GODWIT_ACCOUNTS_SIGNUPS=true lets in all who can reach this server");
        }
        return accounts.routes(shared.projects()::isMemberOfAny, operators);
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.JOB) ? List.of(accounts.startExpiry(node.vertx())) : List.of();
    }
}
