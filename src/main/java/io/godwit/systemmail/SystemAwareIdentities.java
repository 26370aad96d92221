package io.godwit.systemmail;

import io.godwit.core.id.ProjectId;
import io.godwit.domains.SenderDomainService;
import io.godwit.sending.rendering.SenderIdentities;
import io.godwit.smtp.message.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Finds the signing keys and link hosts of sender domains, including the platform's own domain, which no project has to verify.
 */
record SystemAwareIdentities(SenderDomainService domains) implements SenderIdentities {

    @Override
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        return project.equals(ProjectId.SYSTEM)
                ? domains.signingKeyUnchecked(project, domain)
                : domains.signingKey(project, domain);
    }

    @Override
    public Future<Optional<String>> links(ProjectId project, String domain) {
        return domains.links(project, domain);
    }
}
