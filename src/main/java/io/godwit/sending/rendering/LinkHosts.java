package io.godwit.sending.rendering;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import java.util.Optional;

/** Finds the custom link host of a sender domain; implemented by {@code domains}. */
@FunctionalInterface
public interface LinkHosts {

    /**
     * Returns the base of links in emails from the domain, without a trailing slash; empty where links use the server's own
     * address. Called for every email, so the answer is cached.
     */
    Future<Optional<String>> links(ProjectId project, String domain);
}
