package io.godwit.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One request that both versions get. Its texts may hold names of values, such as {@code $ada}, which {@link ComparedServer}
 * replaces by the values of its version.
 */
record RecordedRequest(
        Origin origin, RequestCaller caller, String method, String target, RequestContent content, Sequel sequel) {

    /**
     * The place of a request in the list.
     *
     * @param chapter the chapter, which has a project of its own
     * @param route the method and path as the endpoint lists write them, such as {@code GET /contacts/:id}
     * @param variant says how it differs from a request that is right; empty for that one
     */
    record Origin(String chapter, String route, String variant) {}

    /**
     * The content of a request.
     *
     * @param body empty for a request without one
     * @param headers besides credentials, such as {@code Content-Type}
     */
    record RequestContent(Optional<String> body, Map<String, String> headers) {

        RequestContent {
            headers = Map.copyOf(headers);
        }

        RequestContent with(String name, String value) {
            var all = new HashMap<>(headers);
            all.put(name, value);
            return new RequestContent(body, all);
        }
    }

    /**
     * The things that follow a request.
     *
     * @param kept values of the answer that later requests of the chapter name
     * @param until repeats the request until both answers fulfil it
     * @param variants the wrong requests to be derived from it
     * @param compared false for a request that is only there for the values it keeps
     */
    record Sequel(List<Kept> kept, Optional<Until> until, Variants variants, boolean compared) {

        static final Sequel NOTHING = new Sequel(List.of(), Optional.empty(), Variants.NONE, true);

        Sequel {
            kept = List.copyOf(kept);
        }

        Sequel keep(Kept more) {
            return new Sequel(Stream.concat(kept.stream(), Stream.of(more)).toList(), until, variants, compared);
        }

        Sequel until(Until condition) {
            return new Sequel(kept, Optional.of(condition), variants, compared);
        }

        Sequel deriving(Variants some) {
            return new Sequel(kept, until, some, compared);
        }

        Sequel uncompared() {
            return new Sequel(kept, until, Variants.NONE, false);
        }
    }

    /** The wrong requests that may be derived from a right one. */
    enum Variants {
        /** All: the request does no harm when it is done several times. */
        ALL,
        /** Those that are refused before anything is done, because of their credentials, ids or method. */
        ACCESS,
        NONE
    }

    /**
     * A value of an answer under a name.
     *
     * @param pointer a JSON pointer, or {@code cookie} for the cookies that are set
     * @param part finds the part of the value to keep, as its first group
     */
    record Kept(String name, String pointer, Optional<Pattern> part) {}

    /** The text that a JSON pointer shall have in the answer. */
    record Until(String pointer, String value) {}

    RecordedRequest with(RequestContent other) {
        return new RecordedRequest(origin, caller, method, target, other, sequel);
    }

    RecordedRequest with(Sequel other) {
        return new RecordedRequest(origin, caller, method, target, content, other);
    }

    RecordedRequest by(RequestCaller other) {
        return new RecordedRequest(origin, other, method, target, content, sequel);
    }

    RecordedRequest at(String otherMethod, String otherTarget) {
        return new RecordedRequest(origin, caller, otherMethod, otherTarget, content, sequel);
    }

    /** A variant of this request; it keeps nothing, waits for nothing and has no variants of its own. */
    RecordedRequest varied(String how) {
        return new RecordedRequest(
                new Origin(origin.chapter(), origin.route(), how), caller, method, target, content, Sequel.NOTHING);
    }

    /** The line of the list it comes from, without its body. */
    String title() {
        return caller.name().toLowerCase(Locale.ROOT) + " " + method + " " + target
                + (origin.variant().isEmpty() ? "" : " (" + origin.variant() + ")");
    }
}
