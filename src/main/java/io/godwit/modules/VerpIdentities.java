package io.godwit.modules;

import io.godwit.core.EmailAddress;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.domains.SenderDomainService;
import io.godwit.sending.rendering.SenderIdentities;
import io.godwit.smtp.message.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Gives every email a return path of its own: at its domain's return path host, where SPF is aligned with the sender, or else at
 * the installation's.
 */
record VerpIdentities(SenderIdentities keys, SenderDomainService domains, VerpCodec paths, String host)
        implements SenderIdentities {

    @Override
    public Future<Optional<DkimKey>> signingKey(ProjectId project, String domain) {
        return keys.signingKey(project, domain);
    }

    @Override
    public Future<Optional<String>> links(ProjectId project, String domain) {
        return keys.links(project, domain);
    }

    @Override
    public Future<EmailAddress> mailFrom(ProjectId project, EmailId email, EmailAddress sender) {
        return domains.returnPath(project, sender.domain()).map(own -> paths.write(project, email, own.orElse(host)));
    }
}
