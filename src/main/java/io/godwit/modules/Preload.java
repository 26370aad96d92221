package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.CorrettoProvider;
import io.godwit.dashboard.DashboardRoutes;
import io.godwit.db.Database;
import io.godwit.delivery.tls.CertificateAuthorities;
import java.util.Set;

/**
 * Reads ahead what the modules read from the jar and from Java, while a start waits for PostgreSQL: a fifth of what a start
 * computes on its own thread (sampled on 2026-11-24). Each is kept by the class that reads it; where that has not happened yet,
 * the first to ask reads.
 */
final class Preload {

    private Preload() {}

    /** Reads what nodes of the roles need; blocks. */
    static void run(Set<NodeRole> roles) {
        Database.preload();
        CertificateAuthorities.preload();
        if (roles.contains(NodeRole.HTTP)) {
            DashboardRoutes.preload();
        }
        if (roles.contains(NodeRole.SEND)) {
            CorrettoProvider.cryptography();
        }
    }
}
