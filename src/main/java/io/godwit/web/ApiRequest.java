package io.godwit.web;

import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.traces.TraceContext;
import io.godwit.web.SessionLookup.SignedIn;
import java.util.Optional;

/** One request as a handler sees it: its principal, path, query, headers and body, without the HTTP connection. */
public interface ApiRequest {

    /** The tenant the request acts for; throws on an open route, and for a user who acts in no project. */
    Tenant tenant();

    /** The caller's role in the project of {@link #tenant}. */
    MemberRole role();

    /** The user the session cookie belongs to; empty for a key. */
    Optional<SignedIn> user();

    /** The token of the session cookie as it was sent, on open routes too. */
    Optional<String> sessionToken();

    /** True when the browser says that a page of another site caused the request ({@code Sec-Fetch-Site}). */
    boolean isCrossSite();

    /** True for HTTP/1.0, in which nginx passes requests on unless it is told otherwise, and no browser asks. */
    boolean isHttp10();

    /** True for a HEAD, which is answered by the GET of the same path (RFC 9110 §9.3.2). */
    boolean isHead();

    /** The UUID given to this request; it stands in logs, in error answers and on the email. */
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

    /** A header of the request; throws for one that the route would have to declare ({@link RouteDeclaration#header}). */
    Optional<String> header(String name);

    /** The span of this request, for what it causes; empty unless the request is traced. */
    Optional<TraceContext> trace();

    /** The address of the client, believing only the configured proxies. */
    String clientAddress();

    /** The claim on the caller's {@code Idempotency-Key}; empty when none was sent or the route does not honour it. */
    Optional<IdempotencyClaim> claim();
}
