package io.godwit;

import io.godwit.core.EmailAddress;
import io.godwit.core.EmailId;
import io.godwit.core.ProjectId;
import io.godwit.core.ReturnPaths;
import io.godwit.domains.Domains;
import io.godwit.sending.SigningKeys;
import io.godwit.smtp.DkimKey;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Gives every mail an address of its own that it comes back to: at its domain's return path, where SPF is in line with the
 * sender, or else at the installation's.
 */
record ReturnAddresses(SigningKeys keys, Domains domains, ReturnPaths paths, String host) implements SigningKeys {

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
