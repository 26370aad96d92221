package io.godwit.inbound.mail;

import io.godwit.core.EmailAddress;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.domains.SenderDomainService;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the projects that receive mail for an address. Safe to share between threads. */
public final class RecipientResolver {

    /** Local parts accepted at the host of return paths; every host has the first two (RFC 2142, RFC 5321 §4.5.1). */
    private static final Set<String> ROLES = Set.of("postmaster", "abuse", "fbl", "complaints");

    private final SenderDomainService domains;
    private final VerpCodec verp;
    private final String bounceLabel;

    /**
     * Creates the resolver; {@code bounceLabel} precedes a domain in the host of its return paths, with a dot behind it.
     */
    public RecipientResolver(SenderDomainService domains, VerpCodec verp, String bounceLabel) {
        this.domains = domains;
        this.verp = verp;
        this.bounceLabel = bounceLabel;
    }

    /** Returns whether the address is the signed return path of a sent email. */
    public boolean isReturnPath(String recipient) {
        return returnPath(recipient).isPresent();
    }

    /** Returns the sent email whose signed return path the address is; empty for any other address. */
    Optional<EmailId> returnPath(String recipient) {
        return verp.read(recipient).map(VerpCodec.VerpTarget::email);
    }

    /**
     * Completes with the projects that receive mail for an address of a verified domain, or for one that machines report to.
     */
    public Future<List<ProjectId>> projects(SqlClient db, EmailAddress address) {
        var isRole = ROLES.contains(address.localPart()) && address.domain().startsWith(bounceLabel);
        return domains.receiving(db, isRole ? address.domain().substring(bounceLabel.length()) : address.domain());
    }
}
