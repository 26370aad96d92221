package io.godwit.commands.doctor;

import io.godwit.config.Settings;
import io.godwit.config.SettingsReport;
import io.godwit.core.Timeouts;
import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.delivery.check.DeliveryCheck;
import io.godwit.dns.DnsResolver;
import io.godwit.mailauth.MailAuthenticator;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Runs the checks at the same time; one that fails or takes too long leaves the others alone. */
public final class Doctor {

    /** The names of all checks, in the order of their results. */
    public static final List<String> CHECKS = List.of(
            "settings",
            "java",
            "memory",
            "open-files",
            "data-directory",
            "free-space",
            "private-files",
            "keys",
            "running",
            "database",
            "ports",
            "dns",
            "outgoing",
            "certificates",
            "clock");

    /** Longer than three mail servers that do not answer take. */
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Vertx vertx;
    private final SettingsReport report;
    private final Machine machine;
    private final Duration limit;

    public Doctor(Vertx vertx, SettingsReport report, Machine machine) {
        this(vertx, report, machine, LIMIT);
    }

    /** @param limit of one check */
    Doctor(Vertx vertx, SettingsReport report, Machine machine, Duration limit) {
        this.vertx = vertx;
        this.report = report;
        this.machine = machine;
        this.limit = limit;
    }

    /**
     * Completes with the results of these checks, in the order of {@link #CHECKS}, within some twenty seconds; never fails because
     * of what was found.
     */
    public Future<List<CheckResult>> run(List<String> names) {
        var dns = report.settings().map(settings -> new DnsResolver(vertx, settings.dns()));
        var checks = new ArrayList<>(ofTheMachine());
        report.settings().ifPresent(settings -> dns.ifPresent(resolver -> checks.addAll(of(settings, resolver))));
        var results = CHECKS.stream()
                .filter(names::contains)
                .map(name -> checks.stream()
                        .filter(check -> check.name().equals(name))
                        .findFirst()
                        .map(this::guarded)
                        .orElseGet(() -> Future.succeededFuture(List.of(unreadable(new Check(name, ""))))))
                .toList();
        return Future.all(results)
                .map(ignored -> results.stream()
                        .flatMap(result -> result.result().stream())
                        .toList())
                .eventually(() -> dns.map(DnsResolver::close).orElseGet(Future::succeededFuture));
    }

    private List<InstallationCheck> ofTheMachine() {
        var embedded = report.settings()
                .filter(settings -> settings.database().url().isEmpty())
                .isPresent();
        return List.of(
                new SettingsCheck(report.mistakes()),
                new JavaVersionCheck(machine.java()),
                new MemoryCheck(machine, embedded),
                new OpenFilesCheck(machine.openFiles()));
    }

    private List<InstallationCheck> of(Settings settings, DnsResolver dns) {
        var delivery = new DeliveryCheck(vertx, dns, new MailAuthenticator(vertx, dns), settings.deliveryCheck());
        return List.of(
                new DataDirectoryCheck(settings.dataDir()),
                new FreeSpaceCheck(settings.dataDir()),
                new PrivateFilesCheck(settings.dataDir()),
                new KeysCheck(settings.cryptoKeys()),
                new RunningNodeCheck(settings),
                new DatabaseCheck(settings),
                new PortsCheck(settings),
                new DnsServersCheck(
                        settings.dns(), dns.servers(), settings.deliveryCheck().target()),
                new OutgoingCheck(settings, delivery),
                new CertificateFilesCheck(settings),
                new TimeServerCheck(delivery));
    }

    private Future<List<CheckResult>> guarded(InstallationCheck check) {
        if (check.settingPrefixes().stream().anyMatch(report::isWrong)) {
            return Future.succeededFuture(List.of(unreadable(new Check(check.name(), ""))));
        }
        var result = Promise.<List<CheckResult>>promise();
        vertx.runOnContext(
                ignored -> Timeouts.within(limit, Future.succeededFuture().compose(begun -> check.run(vertx)))
                        .onComplete(result));
        return result.future().otherwise(failure -> List.of(failed(new Check(check.name(), ""), failure)));
    }

    private CheckResult failed(Check check, Throwable failure) {
        return failure instanceof TimeoutException
                ? check.failed(
                        "There is no answer within " + limit.toSeconds() + " s",
                        "Something that this check asks does not go on: look at the database, the disk or the network.")
                : check.unknown(
                        "Nothing could be found out: " + failure.getMessage(),
                        "Run this as the user that runs Godwit; if it stays so, report it as a bug.");
    }

    private static CheckResult unreadable(Check check) {
        return check.unknown(
                "It was left out, because it needs settings that are wrong", "Correct the settings and check again.");
    }
}
