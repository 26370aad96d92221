package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.MemberRole;
import io.godwit.web.RouteContract.Answer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Declares the routes of the HTTP API. {@code api.post("/v1/send").limit(40 MB).idempotent().to(this::send)} declares a route;
 * nothing is served that is not declared here, and the table tests go through every row.
 */
public final class RouteTable {

    /** One megabyte, the body limit of a route that names none. */
    public static final long DEFAULT_LIMIT = 1 << 20;

    /** 16 KB, the body limit of an open route that names none. */
    public static final long OPEN_LIMIT = 16 << 10;

    /** The only routes an account may call before its address is verified: those that verify it. */
    private static final String EVEN_UNCONFIRMED = "/auth/";

    private final List<Route> routes = new ArrayList<>();

    public Declaration get(String path) {
        return new Declaration(HttpMethod.GET, path);
    }

    public Declaration post(String path) {
        return new Declaration(HttpMethod.POST, path);
    }

    public Declaration put(String path) {
        return new Declaration(HttpMethod.PUT, path);
    }

    public Declaration patch(String path) {
        return new Declaration(HttpMethod.PATCH, path);
    }

    public Declaration delete(String path) {
        return new Declaration(HttpMethod.DELETE, path);
    }

    /** Every route declared so far. */
    public List<Route> routes() {
        return List.copyOf(routes);
    }

    /**
     * One route of the table.
     *
     * @param path with {@code :name} for parameters; at its end {@code /*} stands for every path below
     * @param limit largest body in bytes; more is a 413
     * @param file the file of the multipart body this route takes in the place of JSON
     * @param form whether the body is an HTML form in place of JSON ({@code application/x-www-form-urlencoded})
     * @param raw whether the body may have any content type, and only the handler reads it
     * @param idempotent whether {@code Idempotency-Key} is honoured
     * @param role the lowest role of a member that may call it
     * @param project the parameter of the path that names the project; empty: the key or {@code X-Project-Id} does
     * @param evenDisabled whether a disabled project may call it although it changes data
     * @param sameSiteOnly whether requests of other sites are refused although no credentials are needed
     * @param perClient whether it counts against the limit of requests per minute and client address
     * @param confidential whether its answers hold a key or a secret and are therefore not compressed
     * @param scope the narrow key scope that may call it beside the scopes that always may; FULL for none
     * @param bodyless whether the body may be {@code {}} or absent
     * @param parameters of the query, for a route that changes something; a GET asks for its own
     * @param stream whether its answer goes on for as long as the client likes; it is exempt from the rate limit
     * @param freeParameter whether the parameter of its path may also be a word that is a path of its own
     * @param aliases other paths of the same handler
     * @param contract the query, body, answers and failures, for the OpenAPI document
     */
    public record Route(
            HttpMethod method,
            String path,
            Access access,
            long limit,
            Optional<FileField> file,
            boolean form,
            boolean raw,
            boolean idempotent,
            MemberRole role,
            Optional<String> project,
            boolean evenDisabled,
            boolean sameSiteOnly,
            boolean perClient,
            boolean confidential,
            KeyScope scope,
            boolean bodyless,
            Set<String> parameters,
            boolean stream,
            boolean freeParameter,
            List<String> aliases,
            RouteContract contract,
            Function<ApiRequest, Future<ApiResponse>> handler) {

        /** True where users may come before they have verified their address. */
        public boolean evenUnconfirmed() {
            return path.startsWith(EVEN_UNCONFIRMED);
        }
    }

    /** A route being declared. By default a secret key is needed and the body may have 1 MB. */
    public final class Declaration {

        private final HttpMethod method;
        private final String path;
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
        private final List<Consumer<Query>> queries = new ArrayList<>();
        private final List<Consumer<JsonBody>> bodies = new ArrayList<>();
        private final List<Answer> answers = new ArrayList<>();
        private final Set<Failure.Kind> failures = EnumSet.noneOf(Failure.Kind.class);

        private Declaration(HttpMethod method, String path) {
            this.method = method;
            this.path = path;
            this.bodyless = method.equals(HttpMethod.DELETE);
        }

        public Declaration access(Access access) {
            this.access = access;
            return this;
        }

        public Declaration limit(long bytes) {
            this.limit = Optional.of(bytes);
            return this;
        }

        /** Takes a multipart body with one file of at most so many bytes; {@link ApiRequest#upload} answers it. */
        public Declaration file(String field, long maxBytes) {
            this.file = Optional.of(new FileField(field, maxBytes));
            return this;
        }

        /** Takes the fields of a page's form; {@link ApiRequest#body} answers them as texts. */
        public Declaration form() {
            this.form = true;
            return this;
        }

        /** Takes any body, unread, for callers who name its type as they like; {@link ApiRequest#raw} answers it. */
        public Declaration raw() {
            this.raw = true;
            return this;
        }

        public Declaration idempotent() {
            this.idempotent = true;
            return this;
        }

        /** Only for members who are at least this. */
        public Declaration role(MemberRole least) {
            this.role = least;
            return this;
        }

        /** About the project named by this parameter of the path: the key's own, or one the user is a member of. */
        public Declaration ofProject(String parameter) {
            this.project = Optional.of(parameter);
            return this;
        }

        /** Also for a disabled project, although it changes something. */
        public Declaration evenDisabled() {
            this.evenDisabled = true;
            return this;
        }

        /** Not for pages of other sites, because it gives or takes a cookie. */
        public Declaration sameSiteOnly() {
            this.sameSiteOnly = true;
            return this;
        }

        /** Counts against what one client address may ask in a minute, before anything is looked up. */
        public Declaration perClient() {
            this.perClient = true;
            return this;
        }

        /** Its answers hold a key or a secret. */
        public Declaration confidential() {
            this.confidential = true;
            return this;
        }

        /** Also for keys of this narrow scope. */
        public Declaration scope(KeyScope scope) {
            this.scope = scope;
            return this;
        }

        /** Reads no body: a member in it is a mistake. */
        public Declaration bodyless() {
            this.bodyless = true;
            return this;
        }

        /** Reads a body, although it deletes. */
        public Declaration withBody() {
            this.bodyless = false;
            return this;
        }

        /** Reads these parameters of the query; for a route that is no GET. */
        public Declaration parameters(String... names) {
            this.parameters = Set.of(names);
            return this;
        }

        /** Answers with a stream that goes on for as long as the client likes; exempt from the rate limit. */
        public Declaration stream() {
            this.stream = true;
            return this;
        }

        /** The parameter is a name callers choose: it may be {@code stats} although {@code /events/stats} is a path, too. */
        public Declaration freeParameter() {
            this.freeParameter = true;
            return this;
        }

        public Declaration alias(String path) {
            aliases.add(path);
            return this;
        }

        /** Reads its query with these, among others. */
        @SafeVarargs
        public final Declaration query(Consumer<Query>... readers) {
            for (var reader : readers) {
                queries.add(reader);
            }
            return this;
        }

        /** Reads its body with this; several are alternatives. */
        public Declaration body(Consumer<JsonBody> reader) {
            bodies.add(reader);
            return this;
        }

        /** Answers this type as JSON, with 200. */
        public Declaration answers(Class<?> type, Type... arguments) {
            return answers(200, type, arguments);
        }

        /** Answers this type as JSON; several of one status are alternatives. */
        public Declaration answers(int status, Class<?> type, Type... arguments) {
            answers.add(Answer.json(status, GenericType.of(type, arguments)));
            return this;
        }

        /** Answers bytes of this content type, with 200. */
        public Declaration answersFile(String contentType) {
            return answersFile(200, contentType);
        }

        /** Answers bytes of this content type. */
        public Declaration answersFile(int status, String contentType) {
            answers.add(new Answer(status, Optional.empty(), Optional.of(contentType)));
            return this;
        }

        /** Answers without a body. */
        public Declaration answersNothing(int status) {
            answers.add(new Answer(status, Optional.empty(), Optional.empty()));
            return this;
        }

        /**
         * Also fails like this. Failures that follow from the declaration are not named: of credentials, body, query, path and
         * Idempotency-Key, of the rate limit and the database.
         */
        public Declaration fails(Failure.Kind... kinds) {
            failures.addAll(List.of(kinds));
            return this;
        }

        public void to(Function<ApiRequest, Future<ApiResponse>> handler) {
            routes.add(new Route(
                    method,
                    path,
                    access,
                    limit.orElse(access == Access.OPEN ? OPEN_LIMIT : DEFAULT_LIMIT),
                    file,
                    form,
                    raw,
                    idempotent,
                    role,
                    project,
                    evenDisabled,
                    sameSiteOnly,
                    perClient,
                    confidential,
                    scope,
                    bodyless,
                    parameters,
                    stream,
                    freeParameter,
                    List.copyOf(aliases),
                    new RouteContract(queries, bodies, answers, failures),
                    handler));
        }
    }
}
