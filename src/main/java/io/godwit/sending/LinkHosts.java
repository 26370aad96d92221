package io.godwit.sending;

import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import java.util.Optional;

/** Which domains have a host of their own for the links in their mail; kept by {@code domains}. */
@FunctionalInterface
public interface LinkHosts {

    /**
     * The base of links in mail from there, without a trailing slash; empty where they carry our own address. Asked for every
     * email, so it is cached.
     */
    Future<Optional<String>> links(ProjectId project, String domain);
}
