package io.godwit.delivery.check;

import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.delivery.check.MailHosts.MailHost;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.BindException;
import java.time.Duration;
import java.util.List;

/**
 * Checks that other mail servers can be reached from each source.
 *
 * @param limit the time for a connection to one of them and its greeting
 */
record PortCheck(Vertx vertx, MailHosts hosts, DeliveryCheckSettings settings, Duration limit) {

    Future<List<CheckResult>> run(List<CheckedSource> sources) {
        return hosts.resolve(settings.target()).compose(found -> {
            var checks = sources.stream().map(source -> run(source, found)).toList();
            return Future.all(checks)
                    .map(ignored -> checks.stream().map(Future::result).toList());
        });
    }

    private Future<CheckResult> run(CheckedSource source, List<MailHost> found) {
        var check = new Check(
                "port-25",
                settings.target()
                        + source.local().map(address -> " from " + address).orElse(""));
        if (found.isEmpty()) {
            return Future.succeededFuture(
                    check.unknown(
                            "No mail server of " + settings.target() + " is found",
                            "Set mail.check.target to a domain that receives mail, and dns.servers to a resolver that answers."));
        }
        var dialogue = MailServerDialogue.from(vertx, source.local(), limit);
        return connect(check, source, found, dialogue).eventually(dialogue::close);
    }

    /** Tries the hosts one after the other. */
    private Future<CheckResult> connect(
            Check check, CheckedSource source, List<MailHost> found, MailServerDialogue dialogue) {
        var host = found.get(0);
        return dialogue.replies(host.address(), settings.port(), List.of())
                .map(replies -> greeted(check, host, replies.get(0)))
                .recover(error -> found.size() > 1 && !isForeign(error)
                        ? connect(check, source, found.subList(1, found.size()), dialogue)
                        : Future.succeededFuture(notReached(check, source, host, error)));
    }

    private CheckResult notReached(Check check, CheckedSource source, MailHost host, Throwable error) {
        return isForeign(error)
                ? check.failed(
                        "The address " + source.local().orElse("") + " is not one of this machine",
                        "Add the address to a network interface of this machine, or take it out of mail.direct.sources here.")
                : check.failed(
                        host.name() + " cannot be reached on port " + settings.port(),
                        "Ask the provider of this machine to open port 25 outward, or hand mail to a relay (mail.host).");
    }

    /** Returns whether the connection failed because no interface has the local address. */
    private static boolean isForeign(Throwable error) {
        return error instanceof BindException || error.getCause() instanceof BindException;
    }

    private static CheckResult greeted(Check check, MailHost host, String greeting) {
        return greeting.startsWith("220")
                ? check.ok(host.name() + " greets this machine")
                : check.warning(
                        host.name() + " refuses this machine: " + greeting,
                        "Read the reply: it names the reason, usually the reverse name or a block list.");
    }
}
