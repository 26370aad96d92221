package io.godwit.web;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A generic class with its arguments, such as a page of contacts. */
public record GenericType(Class<?> raw, List<Type> arguments) implements ParameterizedType {

    /** The class itself when there are no arguments. */
    public static Type of(Class<?> raw, Type... arguments) {
        return arguments.length == 0 ? raw : new GenericType(raw, List.of(arguments));
    }

    public static Type list(Class<?> items) {
        return of(List.class, items);
    }

    @Override
    public Type[] getActualTypeArguments() {
        return arguments.toArray(Type[]::new);
    }

    @Override
    public Type getRawType() {
        return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
        return null;
    }
}
