package io.godwit.delivery.check;

import io.godwit.delivery.check.CheckResult.Check;
import io.godwit.delivery.check.SenderDomain.KeyType;
import io.godwit.delivery.check.SenderDomain.PublishedKey;
import io.godwit.dns.DnsResolver;
import io.godwit.mailauth.AuthResult;
import io.godwit.mailauth.MailAuthenticator;
import io.vertx.core.Future;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Checks the records of the domains that emails are sent from: SPF of the return path, DKIM, DMARC. */
record SenderDomainCheck(DnsResolver dns, MailAuthenticator authenticator, DeliveryCheckSettings settings) {

    Future<List<CheckResult>> run(List<SenderDomain> domains, List<CheckedSource> sources) {
        var checks = new ArrayList<Future<List<CheckResult>>>();
        settings.returnPath().ifPresent(host -> checks.add(spf(host, sources)));
        for (var domain : domains) {
            checks.add(dkim(domain));
            checks.add(dmarc(domain.name()).map(List::of));
            checks.add(returnPath(domain.name()).compose(host -> spf(host, sources)));
        }
        return Future.all(checks).map(ignored -> checks.stream()
                .flatMap(check -> check.result().stream())
                .distinct()
                .toList());
    }

    private Future<List<CheckResult>> spf(String host, List<CheckedSource> sources) {
        var checks = sources.stream()
                .flatMap(source -> source.addresses().stream().map(address -> spf(host, address, source.helloName())))
                .toList();
        return Future.all(checks)
                .map(ignored -> checks.stream().map(Future::result).toList());
    }

    /** Completes with the host of the domain's return paths: its own where DNS has one, else the installation's. */
    private Future<String> returnPath(String domain) {
        var own = settings.bounceLabel() + "." + domain;
        return dns.mx(own)
                .map(answer -> answer.isFound() ? own : settings.returnPath().orElse(domain));
    }

    private Future<CheckResult> spf(String host, InetAddress source, String helloName) {
        var digits = source.getHostAddress();
        var check = new Check("spf", host + " from " + digits);
        return authenticator.spf(digits, "postmaster@" + host, helloName).map(result -> {
            if (result == AuthResult.PROCESSING_FAILED) {
                return check.noDns();
            }
            return result == AuthResult.PASS
                    ? check.ok("SPF of the return path allows " + digits)
                    : check.failed(
                            "SPF of the return path does not allow " + digits,
                            "Add to DNS, or add the part in the middle to the record there is: " + host
                                    + ". TXT \"v=spf1 " + (source instanceof Inet4Address ? "ip4:" : "ip6:") + digits
                                    + " ~all\"");
        });
    }

    private Future<List<CheckResult>> dkim(SenderDomain domain) {
        if (domain.keys().isEmpty()) {
            return Future.succeededFuture(List.of(new Check("dkim", domain.name())
                    .unknown(
                            "The selector of the DKIM key is not known",
                            "Name it behind the domain: check-delivery " + domain.name() + ":selector")));
        }
        var checks = domain.keys().stream()
                .filter(key -> key.type() != KeyType.ED25519 || settings.ed25519())
                .map(key -> dkim(domain.name(), key))
                .toList();
        return Future.all(checks)
                .map(ignored -> checks.stream().map(Future::result).toList());
    }

    /** Mail passes without the Ed25519 key, so that it fails no check. */
    private Future<CheckResult> dkim(String domain, PublishedKey key) {
        return key.type() == KeyType.ED25519
                ? dkim(new Check("dkim", domain + " (Ed25519)"), domain, key).map(SenderDomainCheck::asWarning)
                : dkim(new Check("dkim", domain), domain, key);
    }

    private static CheckResult asWarning(CheckResult result) {
        return result.state() == CheckResult.State.FAILED ? result.asWarning() : result;
    }

    private Future<CheckResult> dkim(Check check, String domain, PublishedKey key) {
        var name = key.selector() + "._domainkey." + domain;
        var type = key.type().name().toLowerCase(Locale.ROOT);
        var record = "v=DKIM1; k=" + type + "; p=" + key.base64().orElse("<the key that the page of the domain shows>");
        return dns.txt(name).map(answer -> {
            if (answer.isUnknown()) {
                return check.noDns();
            }
            var keys = answer.records().stream()
                    .flatMap(text -> Stream.of(text.split(";")))
                    .map(String::strip)
                    .filter(tag -> tag.startsWith("p="))
                    .map(tag -> tag.substring(2).replaceAll("\\s", ""))
                    .filter(published -> !published.isEmpty())
                    .toList();
            return !keys.isEmpty() && key.base64().map(keys::contains).orElse(true)
                    ? check.ok("The DKIM key is published at " + name)
                    : check.failed(
                            keys.isEmpty()
                                    ? "There is no DKIM key at " + name
                                    : "Another DKIM key is published at " + name,
                            "Add to DNS: " + name + ". TXT \"" + record + "\"");
        });
    }

    private Future<CheckResult> dmarc(String domain) {
        var check = new Check("dmarc", domain);
        return dmarc(check, domain, domain);
    }

    /** Looks at the domain, and where it has no policy at the domains above it, but not at a top-level domain. */
    private Future<CheckResult> dmarc(Check check, String domain, String at) {
        return dns.txt("_dmarc." + at).compose(answer -> {
            if (answer.isUnknown()) {
                return Future.succeededFuture(check.noDns());
            }
            var policy = answer.records().stream()
                    .filter(text -> text.toLowerCase(Locale.ROOT).startsWith("v=dmarc1"))
                    .findFirst();
            var above = at.substring(at.indexOf('.') + 1);
            if (policy.isPresent()) {
                return Future.succeededFuture(check.ok("The DMARC policy is: " + policy.get()));
            }
            return above.contains(".")
                    ? dmarc(check, domain, above)
                    : Future.succeededFuture(check.failed(
                            "There is no DMARC policy",
                            "Add to DNS: _dmarc." + domain + ". TXT \"v=DMARC1; p=none;\""));
        });
    }
}
