package io.godwit.web;

import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.web.SessionLookup.SignedIn;
import java.util.Optional;

/** One request as a handler sees it: who calls, what is asked, and nothing of HTTP's machinery. */
public interface ApiRequest {

    /** On whose behalf; throws for a route that is open to anybody, and for a user who acts in no project. */
    Tenant tenant();

    /** What the caller is in the project of {@link #tenant}. */
    MemberRole role();

    /** Who is behind the cookie; empty for a key. */
    Optional<SignedIn> user();

    /** The token of the session's cookie as it was sent, also on a route that is open to anybody. */
    Optional<String> sessionToken();

    /** Whether the browser says that a page of another site led here. */
    boolean isCrossSite();

    /** Our own UUID; in logs, error answers and on the email. */
    String requestId();

    /** A parameter of the path, decoded. */
    String path(String name);

    Query query();

    /** The JSON object sent, or the fields of a form; throws {@code MALFORMED_BODY} or a 422 when there is none. Parsed once. */
    JsonBody body();

    /** The bytes of a body of at most 256 KB as they came, for what is signed. */
    byte[] raw();

    /** The file of a route that takes one; throws a 422 when there is none, or more than one. */
    Upload upload();

    Optional<String> header(String name);

    /** Of the client, believing only the configured proxies. */
    String clientAddress();

    /** What makes this call repeatable, if the caller asked for it and the route allows it. */
    Optional<IdempotencyClaim> claim();
}
