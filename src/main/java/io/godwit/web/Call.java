package io.godwit.web;

import io.godwit.core.Tenant;
import java.util.Optional;

/** One request as a handler sees it: who calls, what is asked, and nothing of HTTP's machinery. */
public interface Call {

    /** On whose behalf; throws for a route that is open to anybody. */
    Tenant tenant();

    /** Our own UUID; in logs, error answers and on the email. */
    String requestId();

    /** A parameter of the path, decoded. */
    String path(String name);

    Query query();

    /** The JSON object sent, or the fields of a form; throws {@code MALFORMED_BODY} or a 422 when there is none. Parsed once. */
    Body body();

    /** The file of a route that takes one; throws a 422 when there is none, or more than one. */
    Upload upload();

    Optional<String> header(String name);

    /** Of the client, believing only the configured proxies. */
    String clientAddress();

    /** What makes this call repeatable, if the caller asked for it and the route allows it. */
    Optional<Claim> claim();
}
