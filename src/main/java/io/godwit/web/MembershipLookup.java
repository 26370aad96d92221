package io.godwit.web;

import io.godwit.core.id.ProjectId;
import io.godwit.core.id.UserId;
import io.godwit.web.KeyAuthenticator.Grant;
import io.vertx.core.Future;
import java.util.Optional;

/** Finds the rights of a user in a project; declared here, implemented in {@code projects}. */
public interface MembershipLookup {

    /** Finds the grant of a user in a project; empty when the user is no member, or there is no such project. */
    Future<Optional<Grant>> find(UserId user, ProjectId project);
}
