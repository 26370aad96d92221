package io.godwit.web;

import io.godwit.core.MemberRole;
import java.util.Optional;

/**
 * The callers of a route.
 *
 * @param access the credentials it asks for
 * @param scope the narrow key scope that may call it beside the scopes that always may; FULL for none
 * @param role the lowest role of a member that may call it
 * @param project the parameter of the path that names the project; empty: the key or {@code X-Project-Id} does
 * @param evenDisabled whether a disabled project may call it although it changes data
 * @param sameSiteOnly whether requests of other sites are refused although no credentials are needed
 * @param perClient whether it counts against the limit of requests per minute and client address
 */
public record RouteCallers(
        Access access,
        KeyScope scope,
        MemberRole role,
        Optional<String> project,
        boolean evenDisabled,
        boolean sameSiteOnly,
        boolean perClient) {}
