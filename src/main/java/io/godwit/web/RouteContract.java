package io.godwit.web;

import io.godwit.core.Failure;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Describes to clients the headers, the query, the body and the answers of a route, by naming the readers and records that serve it.
 *
 * @param headers the names of the headers its handler asks for, without those that clients send by themselves
 * @param queries the readers of the query; the document has the parameters they ask for
 * @param bodies the readers of a JSON or form body, one for each form it may have; the document has the members they ask for
 * @param answers the answers of success
 * @param failures the failures that are its own; those that every route of its kind may have are not among them
 */
public record RouteContract(
        Set<String> headers,
        List<Consumer<Query>> queries,
        List<Consumer<JsonBody>> bodies,
        List<Response> answers,
        Set<Failure.Kind> failures) {

    public static final RouteContract NONE = new RouteContract(Set.of(), List.of(), List.of(), List.of(), Set.of());

    public RouteContract {
        headers = Set.copyOf(headers);
        queries = List.copyOf(queries);
        bodies = List.copyOf(bodies);
        answers = List.copyOf(answers);
        failures = Set.copyOf(failures);
    }

    /**
     * One answer.
     *
     * @param type the type that is written as JSON; empty: nothing, or bytes of the content type
     * @param contentType empty: no body
     */
    public record Response(int status, Optional<Type> type, Optional<String> contentType) {

        static Response json(int status, Type type) {
            return new Response(status, Optional.of(type), Optional.of("application/json"));
        }
    }
}
