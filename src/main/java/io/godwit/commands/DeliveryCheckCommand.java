package io.godwit.commands;

import io.godwit.config.Settings;
import io.godwit.delivery.check.DeliveryCheck;
import io.godwit.delivery.check.SenderDomain;
import io.godwit.delivery.check.SenderDomain.KeyType;
import io.godwit.delivery.check.SenderDomain.PublishedKey;
import io.godwit.dns.DnsResolver;
import io.godwit.mailauth.MailAuthenticator;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The command {@code check-delivery}: prints whether other mail systems will take this machine's mail, and what to do about what
 * is missing. It needs neither a running server nor a database.
 */
final class DeliveryCheckCommand implements Command {

    @Override
    public String name() {
        return "check-delivery";
    }

    @Override
    public String summary() {
        return "shows whether other mail systems will take this machine's email, and what to do";
    }

    @Override
    public String synopsis() {
        return "[DOMAIN[:SELECTOR]...]";
    }

    @Override
    public String description() {
        return """
                Checks port 25, the EHLO name, reverse names, block lists, the certificates of our own ports and the clock, and
                of each sender domain SPF, DMARC, the role addresses and, if the selector is given, the DKIM key.
                Sends nothing, and needs neither a running server nor a database. Takes some ten seconds.
                Exit status: 0, 1 when a check failed, 2 when the settings are wrong.""";
    }

    /** @param domains sender domains, each with or without {@code :selector} of its DKIM key */
    @Override
    public int run(Map<String, String> environment, List<String> domains, PrintStream out) {
        var vertx = Vertx.vertx();
        try {
            var settings = Settings.read(environment);
            var dns = new DnsResolver(vertx, settings.dns());
            var authenticator = new MailAuthenticator(vertx, dns);
            var results = new DeliveryCheck(vertx, dns, authenticator, settings.deliveryCheck())
                    .run(domains.stream().map(DeliveryCheckCommand::domain).toList())
                    .await();
            dns.close().await();
            var status = ResultPrinter.print(results, out);
            if (domains.isEmpty()) {
                out.println("No sender domain was checked: name some, as in check-delivery example.com:selector");
            }
            return status;
        } finally {
            vertx.close().await();
        }
    }

    private static SenderDomain domain(String argument) {
        var parts = argument.toLowerCase(Locale.ROOT).split(":", 2);
        return new SenderDomain(
                parts[0],
                parts.length > 1 ? List.of(new PublishedKey(KeyType.RSA, parts[1], Optional.empty())) : List.of());
    }
}
