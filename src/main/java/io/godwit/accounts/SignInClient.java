package io.godwit.accounts;

import io.godwit.web.AddressLimits;
import io.godwit.web.Call;
import java.util.Map;
import java.util.UUID;

/**
 * The program somebody signs in with.
 *
 * @param network its address, or the first 64 bits of an IPv6 one
 * @param address for the security log
 * @param cookies as it sent them; empty without any
 */
record SignInClient(UUID network, String address, String cookies, String requestId) {

    static SignInClient of(Call call) {
        return new SignInClient(
                AddressLimits.network(call.clientAddress()),
                call.clientAddress(),
                call.header("cookie").orElse(""),
                call.requestId());
    }

    /** For the security log. */
    Map<String, String> keys() {
        return Map.of("client", address, "request", requestId);
    }
}
