package io.godwit.kit.lifecycle;

import io.vertx.core.Future;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.ReflectionSupport;

/** Closes the fields of test classes with {@link CloseFields}. */
final class CloseFieldsExtension implements AfterEachCallback, AfterAllCallback {

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (!hasOneInstance(context)) {
            close(context.getRequiredTestInstance(), context.getRequiredTestClass(), false);
        }
    }

    /** Closes the fields of the instance here when it has run all tests of the class. */
    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        var type = context.getRequiredTestClass();
        try {
            if (hasOneInstance(context)) {
                close(context.getRequiredTestInstance(), type, false);
            }
        } finally {
            close(null, type, true);
        }
    }

    private static boolean hasOneInstance(ExtensionContext context) {
        return context.getTestInstanceLifecycle().equals(Optional.of(Lifecycle.PER_CLASS));
    }

    private static void close(Object test, Class<?> type, boolean isStatic) throws Exception {
        Exception first = null;
        for (var field : lastFirst(type, isStatic)) {
            try {
                field.setAccessible(true);
                close(field.get(test));
            } catch (Exception | AssertionError failed) {
                first = collect(first, new IllegalStateException(field.getName() + " was not closed", failed));
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static Exception collect(Exception first, Exception next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    /** Waits for a future that the method returns. */
    private static void close(Object value) {
        if (value != null) {
            ReflectionSupport.findMethod(value.getClass(), "close")
                    .map(method -> ReflectionSupport.invokeMethod(method, value))
                    .filter(Future.class::isInstance)
                    .ifPresent(closed -> ((Future<?>) closed).await());
        }
    }

    /** The fields of the class and then those of the classes that it extends. */
    private static List<Field> lastFirst(Class<?> type, boolean isStatic) {
        var found = new ArrayList<Field>();
        for (Class<?> next = type; next != Object.class; next = next.getSuperclass()) {
            var fields = Arrays.asList(next.getDeclaredFields());
            Collections.reverse(fields);
            found.addAll(fields);
        }
        found.removeIf(field -> Modifier.isStatic(field.getModifiers()) != isStatic);
        return found;
    }
}
