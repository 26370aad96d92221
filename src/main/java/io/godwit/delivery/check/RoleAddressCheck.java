package io.godwit.delivery.check;

import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.delivery.check.MailHosts.MailHost;
import io.vertx.core.Future;
import java.util.List;

/** Checks that {@code postmaster} and {@code abuse} of a domain accept mail (RFC 2142). */
record RoleAddressCheck(MailHosts hosts, MailServerDialogue dialogue, int port, String helloName) {

    Future<CheckResult> run(String domain) {
        var check = new Check("postmaster", domain);
        return hosts.resolve(domain)
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(check.failed(
                                domain + " has no mail server",
                                "Let postmaster@" + domain + " and abuse@" + domain + " be received somewhere: "
                                        + domain + ". MX 10 <your mail server>"))
                        : ask(check, domain, found.get(0)));
    }

    private Future<CheckResult> ask(Check check, String domain, MailHost host) {
        var commands = List.of(
                "EHLO " + helloName,
                "MAIL FROM:<>",
                "RCPT TO:<postmaster@" + domain + ">",
                "RCPT TO:<abuse@" + domain + ">");
        return dialogue.replies(host.address(), port, commands)
                .map(replies -> {
                    if (replies.size() <= commands.size()) {
                        return check.unknown(
                                host.name() + " says " + replies.get(replies.size() - 1),
                                "Send an email to postmaster@" + domain
                                        + " from elsewhere and see whether it arrives.");
                    }
                    return replies.get(3).startsWith("2") && replies.get(4).startsWith("2")
                            ? check.ok("postmaster and abuse receive mail")
                            : check.warning(
                                    "The mail server refuses postmaster or abuse: "
                                            + (replies.get(3).startsWith("2") ? replies.get(4) : replies.get(3)),
                                    "Create the mailboxes postmaster@" + domain + " and abuse@" + domain + ".");
                })
                .otherwise(check.unknown(
                        host.name() + " cannot be reached",
                        "Send an email to postmaster@" + domain + " from elsewhere and see whether it arrives."));
    }
}
