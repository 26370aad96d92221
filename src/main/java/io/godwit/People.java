package io.godwit;

import io.godwit.accounts.Accounts;
import io.godwit.accounts.PlatformMail;
import io.godwit.accounts.SignUps;
import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.godwit.core.Vault;
import io.godwit.db.Database;
import io.godwit.domains.Domains;
import io.godwit.projects.Farewell;
import io.godwit.projects.Projects;
import io.godwit.projects.ResetHook;
import io.godwit.sending.SigningKeys;
import io.godwit.web.Cursors;
import io.godwit.web.Guards;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The users of the platform: their accounts, their projects, and the mails to them. */
final class People {

    private static final Logger LOG = LoggerFactory.getLogger(People.class);

    private final Vertx vertx;
    private final Projects projects;
    private final PlatformPost post;
    private final Accounts accounts;
    private final PeopleSettings settings;

    People(
            Vertx vertx,
            Database database,
            Bus bus,
            Vault vault,
            Projects projects,
            Domains domains,
            PeopleSettings settings) {
        this.vertx = vertx;
        this.projects = projects;
        this.settings = settings;
        this.post = new PlatformPost(
                database, bus, domains, settings.sender(), settings.accounts().verify());
        this.accounts = new Accounts(vertx, database, vault, settings.accounts(), post);
    }

    /** Those who know callers by key or cookie. */
    Guards guards() {
        return new Guards(projects.keys(), accounts.sessions(), projects.memberships());
    }

    /** What is kept of a password. */
    Future<String> hash(String password) {
        return accounts.hash(password);
    }

    /** Mail of the platform itself. */
    PlatformMail mail() {
        return post;
    }

    List<Routes> routes(Cursors cursors, Idempotency idempotency, Farewell farewell) {
        if (settings.accounts().signups() == SignUps.LOCAL) {
            LOG.warn("Mail is caught, so that nobody's address is proved: only this machine may sign up here."
                    + " GODWIT_ACCOUNTS_SIGNUPS=true lets in everybody who reaches this server");
        }
        var routes = new ArrayList<>(accounts.routes(projects::isHeldBy));
        routes.addAll(projects.routes(cursors, idempotency, accounts, post, farewell, settings.team()));
        return routes;
    }

    /** Who signs for which sender, the operator's own included. */
    SigningKeys signingKeys() {
        return post.keys();
    }

    /** Begins what a node with the role of jobs does, on the caller's context; stop the loops to end it. */
    List<Loop> work(ResetHook saved) {
        return List.of(accounts.startExpiry(vertx), projects.startWiping(saved));
    }
}
