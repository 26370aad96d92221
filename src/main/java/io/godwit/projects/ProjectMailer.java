package io.godwit.projects;

import io.godwit.accounts.SystemMailer;
import io.godwit.accounts.SystemMailer.SystemEmail;
import io.godwit.core.EmailAddress;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.projects.MemberStore.Member;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sends notices to the owners and administrators of a project, or to all its members. */
public final class ProjectMailer {

    private final SystemMailer mailer;
    private final MemberStore members = new MemberStore();

    public ProjectMailer(SystemMailer mailer) {
        this.mailer = mailer;
    }

    /**
     * Queues one email for each owner and administrator, in the caller's transaction; after the commit the caller calls
     * {@link #wakeSenders}.
     *
     * @param body HTML with {@code {{name}}} for values; {@code {{project}}} is the project's name, which no mail program links
     */
    public Future<Void> write(SqlClient tx, Tenant tenant, String subject, String body, Map<String, String> values) {
        return write(tx, tenant, MemberRole.ADMIN, subject, body, values);
    }

    /** Queues one email for every member, otherwise like {@link #write}. */
    public Future<Void> writeToAll(
            SqlClient tx, Tenant tenant, String subject, String body, Map<String, String> values) {
        return write(tx, tenant, MemberRole.MEMBER, subject, body, values);
    }

    /** Writes in the order of the addresses: their rows are locked, and the same users are members of many projects. */
    private Future<Void> write(
            SqlClient tx, Tenant tenant, MemberRole least, String subject, String body, Map<String, String> values) {
        return ProjectStore.name(tx, tenant)
                .compose(name -> members.all(tx, tenant).compose(all -> {
                    var parameters = new HashMap<>(values);
                    parameters.put("project", UnlinkedText.of(name));
                    var emails = all.stream()
                            .filter(member -> member.role().includes(least) && mailer.reaches(member.verified()))
                            .sorted(Comparator.comparing(Member::email))
                            .map(member -> new SystemEmail(new EmailAddress(member.email()), subject, body, parameters))
                            .toList();
                    return write(tx, emails);
                }));
    }

    private Future<Void> write(SqlClient tx, List<SystemEmail> emails) {
        var written = Future.<Void>succeededFuture();
        for (var email : emails) {
            written = written.compose(ignored -> mailer.writeNotice(tx, email));
        }
        return written;
    }

    /** Wakes the sending loops. */
    public void wakeSenders() {
        mailer.wakeSenders();
    }
}
