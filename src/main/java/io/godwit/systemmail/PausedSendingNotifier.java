package io.godwit.systemmail;

import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.ProjectMailer;
import io.godwit.projects.audit.Actor;
import io.godwit.projects.audit.AuditLog;
import io.godwit.sending.pipeline.RefusalListener;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.Optional;

/**
 * Emails the members of a project that its sending is paused for a refusal many recipients got, and notes it in the audit log.
 */
public final class PausedSendingNotifier implements RefusalListener {

    private static final Actor SYSTEM = new Actor(Optional.empty(), Caller.SYSTEM);

    private static final String PAUSED = """
            <p>Hello,</p>
            <p>many recipients of different domains refused mail of your project {{project}} with the same words: {{reply}}.</p>
            <p>So it is about the mail server or the sender and not about the recipients: none of them is suppressed or unsubscribed
            for it. The mail of the project waits, one is tried from time to time, and all goes on when one is accepted.</p>
            <p>An address that alone got this answer shortly before may be suppressed already; the list of suppressions shows the
            answer beside it.</p>
            """;

    private static final String ALL_PAUSED = """
            <p>Hello,</p>
            <p>the mail server refuses mail of several projects with the same words, also mail of your project {{project}}: {{reply}}.</p>
            <p>So it is about the mail server and not about the recipients: none of them is suppressed or unsubscribed for it. The mail
            of all projects waits, one is tried from time to time, and all goes on by itself when one is accepted.</p>
            """;

    private static final String RESUMED = """
            <p>Hello,</p>
            <p>mail of your project {{project}} is accepted again; what has waited is being sent.</p>
            """;

    private final ProjectMailer mailer;
    private final AuditLog audit = new AuditLog();

    public PausedSendingNotifier(ProjectMailer mailer) {
        this.mailer = mailer;
    }

    @Override
    public Future<Void> opened(SqlClient tx, ProjectId project, String reply) {
        var tenant = Tenant.system(project);
        return audit.record(tx, tenant, SYSTEM, "mail.paused", Map.of("reply", reply))
                .compose(ignored -> mailer.write(tx, tenant, "Your mail is paused", PAUSED, Map.of("reply", reply)));
    }

    @Override
    public Future<Void> allOpened(SqlClient tx, ProjectId project, String reply) {
        return mailer.write(tx, Tenant.system(project), "Your mail waits", ALL_PAUSED, Map.of("reply", reply));
    }

    @Override
    public Future<Void> closed(SqlClient tx, ProjectId project) {
        var tenant = Tenant.system(project);
        return audit.record(tx, tenant, SYSTEM, "mail.resumed", Map.of())
                .compose(ignored -> mailer.write(tx, tenant, "Your mail goes on", RESUMED, Map.of()));
    }

    @Override
    public void wakeSenders() {
        mailer.wakeSenders();
    }
}
