package io.godwit.inbound.sns;

import java.io.IOException;
import java.net.URI;

/** Fetches a small resource from a provider's host. Blocks, so it belongs on a worker. */
@FunctionalInterface
public interface CertificateFetcher {

    /** Fails with an exception when there is no answer; redirects are answers and not followed. */
    Fetched get(URI address) throws IOException;

    /** The answer to a request. */
    record Fetched(int status, byte[] body) {}
}
