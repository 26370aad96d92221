package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.MemberRole;
import io.godwit.web.RouteContract.Response;
import io.godwit.web.RouteTable.Route;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A route being declared. By default a secret key is needed, and the body may have 1 MB ({@link RouteTable#DEFAULT_LIMIT}), that of an
 * open route 16 KB ({@link RouteTable#OPEN_LIMIT}).
 */
public final class RouteDeclaration {

    private final HttpMethod method;
    private final String path;
    private final Consumer<Route> table;
    private Access access = Access.SECRET_KEY;
    private Optional<Long> limit = Optional.empty();
    private Optional<FileField> file = Optional.empty();
    private boolean form;
    private boolean raw;
    private boolean idempotent;
    private MemberRole role = MemberRole.MEMBER;
    private Optional<String> project = Optional.empty();
    private boolean evenDisabled;
    private boolean sameSiteOnly;
    private boolean perClient;
    private boolean confidential;
    private KeyScope scope = KeyScope.FULL;
    private boolean bodyless;
    private Set<String> parameters = Set.of();
    private boolean stream;
    private boolean freeParameter;
    private final List<String> aliases = new ArrayList<>();
    private final Set<String> headers = new TreeSet<>();
    private final List<Consumer<Query>> queries = new ArrayList<>();
    private final List<Consumer<JsonBody>> bodies = new ArrayList<>();
    private final List<Response> answers = new ArrayList<>();
    private final Set<Failure.Kind> failures = EnumSet.noneOf(Failure.Kind.class);

    RouteDeclaration(HttpMethod method, String path, Consumer<Route> table) {
        this.method = method;
        this.path = path;
        this.table = table;
        this.bodyless = method.equals(HttpMethod.DELETE);
    }

    /** Takes other credentials than a secret key, or none. */
    public RouteDeclaration access(Access access) {
        this.access = access;
        return this;
    }

    /** Takes a body of at most so many bytes; a larger one is a 413. */
    public RouteDeclaration limit(long bytes) {
        this.limit = Optional.of(bytes);
        return this;
    }

    /** Takes a multipart body with one file of at most so many bytes; {@link ApiRequest#upload} answers it. */
    public RouteDeclaration file(String field, long maxBytes) {
        this.file = Optional.of(new FileField(field, maxBytes));
        return this;
    }

    /** Takes the fields of a page's form; {@link ApiRequest#body} answers them as texts. */
    public RouteDeclaration form() {
        this.form = true;
        return this;
    }

    /** Takes any body, unread, for callers who name its type as they like; {@link ApiRequest#raw} answers it. */
    public RouteDeclaration raw() {
        this.raw = true;
        return this;
    }

    /** Honours the header Idempotency-Key: a repeated call gets the answer to the first one. */
    public RouteDeclaration idempotent() {
        this.idempotent = true;
        return this;
    }

    /** Refuses members whose role is below {@code least}. */
    public RouteDeclaration role(MemberRole least) {
        this.role = least;
        return this;
    }

    /** Acts for the project named by this parameter of the path: the key's own, or one the user is a member of. */
    public RouteDeclaration ofProject(String parameter) {
        this.project = Optional.of(parameter);
        return this;
    }

    /** Admits calls for a disabled project, although the route changes something. */
    public RouteDeclaration evenDisabled() {
        this.evenDisabled = true;
        return this;
    }

    /** Refuses pages of other sites, because the route gives or takes a cookie. */
    public RouteDeclaration sameSiteOnly() {
        this.sameSiteOnly = true;
        return this;
    }

    /** Counts calls against the limit of one client address in a minute, before anything is looked up. */
    public RouteDeclaration perClient() {
        this.perClient = true;
        return this;
    }

    /** Declares that the answers of the route hold a key or a secret. */
    public RouteDeclaration confidential() {
        this.confidential = true;
        return this;
    }

    /** Admits keys of this narrow scope as well. */
    public RouteDeclaration scope(KeyScope scope) {
        this.scope = scope;
        return this;
    }

    /** Reads no body: a member in it is a mistake. */
    public RouteDeclaration bodyless() {
        this.bodyless = true;
        return this;
    }

    /** Reads a body, although it deletes. */
    public RouteDeclaration withBody() {
        this.bodyless = false;
        return this;
    }

    /** Reads these parameters of the query; for a route that is no GET. */
    public RouteDeclaration parameters(String... names) {
        this.parameters = Set.of(names);
        return this;
    }

    /** Answers with a stream that goes on for as long as the client likes; exempt from the rate limit. */
    public RouteDeclaration stream() {
        this.stream = true;
        return this;
    }

    /** The parameter is a name callers choose: it may be {@code stats} although {@code /events/stats} is a path, too. */
    public RouteDeclaration freeParameter() {
        this.freeParameter = true;
        return this;
    }

    /** Serves the route at another path as well. */
    public RouteDeclaration alias(String path) {
        aliases.add(path);
        return this;
    }

    /** Reads this header; {@link ApiRequest#header} refuses to read others than declared ones. */
    public RouteDeclaration header(String name) {
        headers.add(name);
        return this;
    }

    /** Reads its query with these, among others. */
    @SafeVarargs
    public final RouteDeclaration query(Consumer<Query>... readers) {
        for (var reader : readers) {
            queries.add(reader);
        }
        return this;
    }

    /** Reads its body with this; several are alternatives. */
    public RouteDeclaration body(Consumer<JsonBody> reader) {
        bodies.add(reader);
        return this;
    }

    /** Answers this type as JSON, with 200. */
    public RouteDeclaration answers(Class<?> type, Type... arguments) {
        return answers(200, type, arguments);
    }

    /** Answers this type as JSON; several of one status are alternatives. */
    public RouteDeclaration answers(int status, Class<?> type, Type... arguments) {
        answers.add(Response.json(status, GenericType.of(type, arguments)));
        return this;
    }

    /** Answers bytes of this content type, with 200. */
    public RouteDeclaration answersFile(String contentType) {
        return answersFile(200, contentType);
    }

    /** Answers bytes of this content type. */
    public RouteDeclaration answersFile(int status, String contentType) {
        answers.add(new Response(status, Optional.empty(), Optional.of(contentType)));
        return this;
    }

    /** Answers without a body. */
    public RouteDeclaration answersNothing(int status) {
        answers.add(new Response(status, Optional.empty(), Optional.empty()));
        return this;
    }

    /**
     * Names the kinds of failures of the handler, for the OpenAPI document. Failures that follow from the declaration are not named: of
     * credentials, body, query, path and Idempotency-Key, of the rate limit and the database.
     */
    public RouteDeclaration fails(Failure.Kind... kinds) {
        failures.addAll(List.of(kinds));
        return this;
    }

    /** Declares the route, with its handler. */
    public void to(Function<ApiRequest, Future<ApiResponse>> handler) {
        table.accept(new Route(
                method,
                path,
                List.copyOf(aliases),
                freeParameter,
                parameters,
                new RouteCallers(access, scope, role, project, evenDisabled, sameSiteOnly, perClient),
                new RouteBody(limit.orElse(defaultLimit()), file, form, raw, bodyless),
                idempotent,
                confidential,
                stream,
                new RouteContract(headers, queries, bodies, answers, failures),
                handler));
    }

    private long defaultLimit() {
        return access == Access.OPEN ? RouteTable.OPEN_LIMIT : RouteTable.DEFAULT_LIMIT;
    }
}
