package io.godwit.domains;

import io.godwit.core.Tenant.Caller;
import io.godwit.projects.ProjectMailer;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Records changes of a domain found by checks in the audit log, and writes about them to the members of its project. */
final class DomainNotifier {

    /** The actor of these changes: the system, because they follow from DNS. */
    private static final Actor OURSELVES = new Actor(Optional.empty(), Caller.SYSTEM);

    private static final String VERIFIED = """
            <p>Hello,</p>
            <p>the domain {{domain}} of your project {{project}} is verified: mail may be sent from it.</p>
            """;

    private static final String UNVERIFIED = """
            <p>Hello,</p>
            <p>the domain {{domain}} of your project {{project}} is not verified any more. No mail is sent from it until it is.</p>
            <p>Its name servers were asked several times, some minutes apart, for the record that proves it.
            {{problem}}.</p>
            <p>Please publish this record:</p>
            <table>
            <tr><td>Type</td><td>{{type}}</td></tr>
            <tr><td>Host</td><td>{{host}}</td></tr>
            <tr><td>Value</td><td style="word-break:break-all">{{value}}</td></tr>
            {{#if found}}<tr><td>Found there</td><td style="word-break:break-all">{{found}}</td></tr>{{/if}}
            </table>
            <p>It is looked up every few minutes; you can also have the domain checked at once.</p>
            """;

    private final ProjectMailer mailer;
    private final AuditLog audit = new AuditLog();

    DomainNotifier(ProjectMailer mailer) {
        this.mailer = mailer;
    }

    /**
     * Records and writes that a domain is verified, in the transaction of the change, so that it is written once; after the
     * commit the caller calls {@link #wakeSenders}.
     */
    Future<Void> verified(SqlClient tx, Domain domain) {
        return record(tx, domain, "domain.verified")
                .compose(ignored -> mailer.writeToAll(
                        tx, domain.tenant(), "Your domain is verified", VERIFIED, Map.of("domain", domain.name())));
    }

    /**
     * Records and writes that a domain is no longer verified, in the same way.
     *
     * @param proof the record that is missing
     */
    Future<Void> unverified(SqlClient tx, Domain domain, DnsRecord proof) {
        return record(tx, domain, "domain.unverified")
                .compose(ignored -> mailer.writeToAll(
                        tx, domain.tenant(), "Your domain is not verified any more", UNVERIFIED, wrong(domain, proof)));
    }

    private static Map<String, String> wrong(Domain domain, DnsRecord proof) {
        var parameters = new HashMap<String, String>();
        parameters.put("domain", domain.name());
        parameters.put("type", proof.type().name());
        parameters.put("host", proof.host());
        parameters.put("value", proof.value());
        var check = domain.finding(proof);
        check.flatMap(RecordCheck::problem).ifPresent(problem -> parameters.put("problem", problem));
        check.flatMap(RecordCheck::found).ifPresent(found -> parameters.put("found", found));
        return parameters;
    }

    /** Records that the new key signs from now on; no email, because nothing is to be done. */
    Future<Void> keyReplaced(SqlClient tx, Domain domain) {
        return record(tx, domain, "domain.key.replaced");
    }

    private Future<Void> record(SqlClient tx, Domain domain, String action) {
        return audit.record(tx, domain.tenant(), OURSELVES, action, Map.of("domain", domain.name()));
    }

    /** Wakes the sending loops. */
    void wakeSenders() {
        mailer.wakeSenders();
    }
}
