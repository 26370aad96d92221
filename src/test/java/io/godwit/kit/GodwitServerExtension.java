package io.godwit.kit;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Runs the server of {@link GodwitServer}. JUnit closes it with the store of the test class. */
final class GodwitServerExtension implements BeforeAllCallback, TestInstancePostProcessor, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(GodwitServerExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) throws IllegalAccessException {
        var server = server(context);
        inject(server, context.getRequiredTestClass(), null, field -> Modifier.isStatic(field.getModifiers()));
    }

    @Override
    public void postProcessTestInstance(Object test, ExtensionContext context) throws IllegalAccessException {
        inject(server(context), test.getClass(), test, field -> !Modifier.isStatic(field.getModifiers()));
    }

    private static void inject(TestServer server, Class<?> type, Object test, Predicate<Field> selection)
            throws IllegalAccessException {
        for (var field : ReflectionSupport.findFields(type, selection, HierarchyTraversalMode.TOP_DOWN)) {
            if (field.getType() == TestServer.class && !Modifier.isFinal(field.getModifiers())) {
                field.setAccessible(true);
                field.set(test, server);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestServer.class;
    }

    @Override
    public TestServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return server(context);
    }

    /** Starts the server at the first call. A nested class finds the one of the class around it. */
    private static TestServer server(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(TestServer.class, ignored -> TestServer.start(environment(context)), TestServer.class);
    }

    /** The server of the class: of its annotation, or one that a static field has from its initialization. */
    static TestServer running(ExtensionContext context) {
        var type = context.getRequiredTestClass();
        return AnnotationSupport.isAnnotated(type, GodwitServer.class) ? server(context) : held(type);
    }

    private static TestServer held(Class<?> type) {
        var fields = ReflectionSupport.findFields(
                type,
                field -> field.getType() == TestServer.class && Modifier.isStatic(field.getModifiers()),
                HierarchyTraversalMode.TOP_DOWN);
        return (TestServer) ReflectionSupport.tryToReadFieldValue(fields.get(0), null)
                .toOptional()
                .orElseThrow();
    }

    private static Map<String, String> environment(ExtensionContext context) {
        var environment = new HashMap<>(annotated(context));
        AnnotationSupport.findAnnotatedMethods(
                        context.getRequiredTestClass(), ServerSettings.class, HierarchyTraversalMode.TOP_DOWN)
                .forEach(method -> environment.putAll(settings(method)));
        return environment;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> settings(Method method) {
        return (Map<String, String>) ReflectionSupport.invokeMethod(method, null);
    }

    private static Map<String, String> annotated(ExtensionContext context) {
        var annotation = AnnotationSupport.findAnnotation(
                        context.getRequiredTestClass(), GodwitServer.class, context.getEnclosingTestClasses())
                .orElseThrow();
        return Arrays.stream(annotation.value())
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
    }
}
