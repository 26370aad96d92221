package io.godwit;

import io.godwit.core.ProjectId;
import io.godwit.domains.Domains;
import io.godwit.sending.SigningKeys;
import io.godwit.smtp.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/** What senders' domains bring along; the platform's own, whose domain is nobody's to verify, among them. */
record SenderKeys(Domains domains) implements SigningKeys {

    @Override
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        return project.equals(PlatformPost.PROJECT)
                ? domains.signingKeyUnchecked(project, domain)
                : domains.signingKey(project, domain);
    }

    @Override
    public Future<Optional<String>> links(ProjectId project, String domain) {
        return domains.links(project, domain);
    }
}
