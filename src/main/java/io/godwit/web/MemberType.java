package io.godwit.web;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The JSON type of a member of a body, for readers that look at the value by themselves and tell with {@link JsonBody#expects} what
 * they take. It describes the body to clients and checks nothing.
 */
public sealed interface MemberType {

    /** Any JSON value. */
    MemberType ANYTHING = new Any();

    MemberType FLAG = new Flag();

    MemberType EMAIL = new Address();

    /** A text of any length. */
    MemberType TEXT = new Text(0, Integer.MAX_VALUE);

    /** An object with values of any type. */
    MemberType FREE_OBJECT = new MapOf(ANYTHING);

    record Any() implements MemberType {}

    record Flag() implements MemberType {}

    record Address() implements MemberType {}

    /** A text; lengths in UTF-16 units, {@link Integer#MAX_VALUE} for no bound. */
    record Text(int min, int max) implements MemberType {}

    /** One of these words. */
    record Words(List<String> words) implements MemberType {
        public Words {
            words = List.copyOf(words);
        }
    }

    /** A number; both bounds belong to it. */
    record Decimal(double min, double max) implements MemberType {}

    /** A whole number; both bounds belong to it. */
    record Whole(long min, long max) implements MemberType {}

    record ListOf(MemberType items, int min, int max) implements MemberType {}

    /** An object whose names the caller chooses. */
    record MapOf(MemberType values) implements MemberType {}

    record Either(List<MemberType> types) implements MemberType {
        public Either {
            types = List.copyOf(types);
        }
    }

    /**
     * An object.
     *
     * @param name of its schema in the OpenAPI document
     * @param reader that reads its members
     * @param others accepted forms that lack members the first form needs
     */
    record Members(String name, Consumer<JsonBody> reader, List<Map<String, Object>> others) implements MemberType {
        public Members {
            others = List.copyOf(others);
        }
    }

    /** A text of so many characters (UTF-16 units). */
    static MemberType text(int min, int max) {
        return new Text(min, max);
    }

    static MemberType words(String... words) {
        return new Words(List.of(words));
    }

    static MemberType words(Stream<String> words) {
        return new Words(words.toList());
    }

    static MemberType number(double min, double max) {
        return new Decimal(min, max);
    }

    static MemberType whole(long min, long max) {
        return new Whole(min, max);
    }

    static MemberType list(MemberType items, int min, int max) {
        return new ListOf(items, min, max);
    }

    static MemberType map(MemberType values) {
        return new MapOf(values);
    }

    static MemberType either(MemberType... types) {
        return new Either(List.of(types));
    }

    static MemberType object(String name, Consumer<JsonBody> reader) {
        return new Members(name, reader, List.of());
    }

    /** An object with two accepted forms; the members that both need are required. */
    static MemberType object(String name, Consumer<JsonBody> reader, Map<String, Object> other) {
        return new Members(name, reader, List.of(other));
    }
}
