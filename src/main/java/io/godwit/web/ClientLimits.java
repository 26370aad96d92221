package io.godwit.web;

import io.godwit.bus.Bus;
import io.godwit.core.Loop;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * What one client address may ask in a minute, over all nodes, of what needs no secret.
 *
 * @param publicKeys with public keys, of whatever projects
 * @param open of the routes that let people in: signing in and up, proving an address, asking for a new password
 */
public record ClientLimits(AddressLimits publicKeys, AddressLimits open) {

    /** Limits of so many requests each; 0 = none. */
    public static ClientLimits of(HttpSettings settings) {
        return new ClientLimits(
                new AddressLimits("ratelimit.public", settings.publicPerMinute(), System::nanoTime),
                new AddressLimits("ratelimit.open", settings.openPerMinute(), System::nanoTime));
    }

    /** Begins the exchange with the other nodes on the caller's context; stop the loops to end it. */
    public List<Loop> start(Vertx vertx, Bus bus) {
        return List.of(publicKeys.start(vertx, bus), open.start(vertx, bus));
    }
}
