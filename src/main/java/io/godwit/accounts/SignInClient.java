package io.godwit.accounts;

import io.godwit.core.SingleLine;
import io.godwit.web.ApiRequest;
import io.godwit.web.LoopbackCheck;
import io.godwit.web.limits.AddressRateLimiter;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The client a user signs in with.
 *
 * @param network the client's address, or the first 64 bits of an IPv6 one
 * @param address for the security log and the list of sessions
 * @param local true: the client runs on this machine
 * @param cookies the Cookie header; empty without any
 * @param userAgent the User-Agent header, cut to 200 characters
 */
public record SignInClient(
        UUID network, String address, boolean local, String cookies, Optional<String> userAgent, String requestId) {

    private static final int MAX_USER_AGENT = 200;

    public static SignInClient of(ApiRequest call) {
        return new SignInClient(
                AddressRateLimiter.network(call.clientAddress()),
                call.clientAddress(),
                LoopbackCheck.isLocal(call),
                call.header("cookie").orElse(""),
                call.header("user-agent").map(text -> SingleLine.of(text, MAX_USER_AGENT)),
                call.requestId());
    }

    /** The keys of the client's entries in the security log. */
    Map<String, String> keys() {
        return Map.of("client", address, "request", requestId);
    }

    @Override
    public String toString() {
        return "SignInClient[" + address + "]";
    }
}
