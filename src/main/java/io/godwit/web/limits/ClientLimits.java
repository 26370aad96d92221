package io.godwit.web.limits;

import io.godwit.bus.Bus;
import io.godwit.core.PollLoop;
import io.godwit.web.HttpSettings;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * The limits of one client address per minute, over all nodes, for requests without a secret.
 *
 * @param publicKeys requests with public keys, of all projects together
 * @param open requests to the routes of signing in and up, verifying an address and asking for a new password
 */
public record ClientLimits(AddressRateLimiter publicKeys, AddressRateLimiter open) {

    /** Limits of so many requests each; 0 = none. */
    public static ClientLimits of(HttpSettings settings) {
        return new ClientLimits(
                new AddressRateLimiter("ratelimit.public", settings.publicPerMinute(), System::nanoTime),
                new AddressRateLimiter("ratelimit.open", settings.openPerMinute(), System::nanoTime));
    }

    /** Begins the exchange with the other nodes on the caller's context; stop the loops to end it. */
    public List<PollLoop> start(Vertx vertx, Bus bus) {
        return List.of(publicKeys.start(vertx, bus), open.start(vertx, bus));
    }
}
