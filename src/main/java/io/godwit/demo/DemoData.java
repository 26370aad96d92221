package io.godwit.demo;

import io.godwit.accounts.UserAccounts;
import io.godwit.config.Settings;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.godwit.domains.NewDomain;
import io.godwit.domains.SenderDomainService;
import io.godwit.projects.ProjectService;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Creates the demo data of an empty database: projects whose sender domains need no DNS, because {@code .test} exists nowhere
 * (RFC 6761 §6.2), and a file and a console line with their credentials.
 *
 * <p>All rows are made in one transaction, under a lock that another node starting at the same moment waits for; the file is
 * written just before the commit, because the password is nowhere else. So a crash leaves all of it or nothing that counts.
 */
public final class DemoData {

    static final String EMAIL = "demo@example.test";

    private static final int PASSWORD_BYTES = 18;

    private final Vertx vertx;
    private final Database database;
    private final ProjectService projects;
    private final SenderDomainService domains;
    private final UserAccounts accounts;
    private final DemoFile file;

    public DemoData(
            Vertx vertx,
            Database database,
            ProjectService projects,
            SenderDomainService domains,
            UserAccounts accounts,
            DemoFile file) {
        this.vertx = vertx;
        this.database = database;
        this.projects = projects;
        this.domains = domains;
        this.accounts = accounts;
        this.file = file;
    }

    /**
     * Makes {@code count} demo projects if the database has none at all, and brings {@code demo.json} up to date. Empty when the
     * database has projects but no demo user, or when the demo is off.
     *
     * @param baseUrl address of this node; call when it listens
     * @param count 0 turns the demo off
     */
    Future<Optional<DemoCredentials>> prepare(String baseUrl, int count) {
        if (count == 0) {
            return Future.succeededFuture(Optional.empty());
        }
        return DemoStore.isEmpty(database.workers())
                .compose(empty ->
                        empty ? draft(count).compose(prepared -> fill(prepared, baseUrl)) : Future.succeededFuture())
                .compose(ignored -> page(database.workers(), baseUrl, Optional::empty))
                .compose(credentials -> credentials.isEmpty()
                        ? Future.succeededFuture(credentials)
                        : addSignInLink(credentials.get()).compose(this::write).map(Optional::of));
    }

    /**
     * Prepares the demo by the settings and prints it on the console; blocks. The keys are shown once, when the file is made.
     */
    public void show(Settings settings) {
        var first = !Files.exists(file.path());
        prepare(settings.http().publicUrl(), settings.demoProjects())
                .await()
                .map(credentials -> first
                        ? credentials.consoleText(settings.catchesMail(), file.path())
                        : credentials.reminder(file.path()))
                .ifPresent(System.out::println);
    }

    /** The slow part, made before the transaction: a core second or two of keys and a hash. */
    private record PreparedDemo(String password, String passwordHash, List<NewDomain> domains) {}

    private Future<PreparedDemo> draft(int count) {
        var password = randomPassword();
        var names = IntStream.rangeClosed(1, count).mapToObj(DemoData::domainOf);
        return Future.all(names.map(domains::prepare).toList()).compose(prepared -> accounts.hash(password)
                .map(hash -> new PreparedDemo(password, hash, prepared.<NewDomain>list())));
    }

    private Future<Void> fill(PreparedDemo prepared, String baseUrl) {
        return database.workerTransaction(tx -> DemoStore.lock(tx)
                .compose(ignored -> DemoStore.isEmpty(tx))
                .compose(empty -> empty ? fill(tx, prepared, baseUrl) : Future.succeededFuture()));
    }

    private Future<Void> fill(SqlClient tx, PreparedDemo prepared, String baseUrl) {
        var user = new UserId(Ids.next());
        var added = DemoStore.insertUser(tx, user, EMAIL, prepared.passwordHash());
        for (var domain : prepared.domains()) {
            added = added.compose(ignored -> add(tx, user, domain));
        }
        return added.compose(ignored -> page(tx, baseUrl, () -> Optional.of(prepared.password())))
                .compose(credentials -> write(credentials.orElseThrow()))
                .mapEmpty();
    }

    private Future<Void> add(SqlClient tx, UserId owner, NewDomain domain) {
        return projects.create(tx, "Demo " + domain.domain())
                .compose(created -> DemoStore.insertOwner(tx, created.id(), owner)
                        .compose(ignored -> domains.add(tx, Tenant.system(created.id()), domain, true)));
    }

    private Future<Optional<DemoCredentials>> page(SqlClient db, String baseUrl, Supplier<Optional<String>> password) {
        return DemoStore.projects(db, EMAIL)
                .compose(rows ->
                        Future.all(rows.stream().map(row -> entry(db, row)).toList()))
                .map(entries -> entries.<DemoCredentials.Entry>list())
                .map(entries -> entries.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new DemoCredentials(baseUrl, EMAIL, password.get(), Optional.empty(), entries)));
    }

    private Future<DemoCredentials.Entry> entry(SqlClient db, DemoStore.DemoProject row) {
        return projects.keyPair(db, Tenant.system(new ProjectId(row.project())))
                .map(keys -> new DemoCredentials.Entry(row.project(), row.domain(), keys));
    }

    private Future<DemoCredentials> addSignInLink(DemoCredentials credentials) {
        return accounts.issueFirstOwnerToken(new EmailAddress(EMAIL)).map(credentials::withSignInToken);
    }

    private Future<DemoCredentials> write(DemoCredentials credentials) {
        return vertx.executeBlocking(() -> file.write(credentials));
    }

    private static String domainOf(int number) {
        return number == 1 ? "example.test" : "example" + number + ".test";
    }

    private static String randomPassword() {
        var bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }
}
