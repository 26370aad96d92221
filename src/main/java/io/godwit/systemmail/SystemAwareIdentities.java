package io.godwit.systemmail;

import io.godwit.core.id.ProjectId;
import io.godwit.domains.SenderDomainService;
import io.godwit.sending.SenderIdentities;
import io.godwit.smtp.message.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/** What senders' domains bring along; the platform's own, whose domain is nobody's to verify, among them. */
record SystemAwareIdentities(SenderDomainService domains) implements SenderIdentities {

    @Override
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        return project.equals(SystemMailSender.PROJECT)
                ? domains.signingKeyUnchecked(project, domain)
                : domains.signingKey(project, domain);
    }

    @Override
    public Future<Optional<String>> links(ProjectId project, String domain) {
        return domains.links(project, domain);
    }
}
