package io.godwit.kit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Opens the browsers of {@link InBrowser}. JUnit closes each with the store of its class or of its test. */
final class InBrowserExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterTestExecutionCallback, ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(InBrowserExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) throws IllegalAccessException {
        for (var field : fields(context)) {
            if (Modifier.isStatic(field.getModifiers())) {
                inject(context, null, field);
            }
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IllegalAccessException {
        for (var field : fields(context)) {
            if (Modifier.isStatic(field.getModifiers())) {
                browser(context, field.getName(), field.getAnnotation(InBrowser.class))
                        .show("light", 1280);
            } else {
                inject(context, context.getRequiredTestInstance(), field);
            }
        }
    }

    private static List<Field> fields(ExtensionContext context) {
        return AnnotationSupport.findAnnotatedFields(context.getRequiredTestClass(), InBrowser.class);
    }

    private static void inject(ExtensionContext context, Object test, Field field) throws IllegalAccessException {
        field.setAccessible(true);
        field.set(test, browser(context, field.getName(), field.getAnnotation(InBrowser.class)));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(InBrowser.class);
    }

    @Override
    public DashboardBrowser resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var options = parameter.findAnnotation(InBrowser.class).orElseThrow();
        return browser(context, parameter.getParameter().toString(), options);
    }

    /** Opens one at the first call of a context, or of those in it, for this name. */
    private static DashboardBrowser browser(ExtensionContext context, String name, InBrowser options) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(name, ignored -> open(context, options), DashboardBrowser.class);
    }

    private static DashboardBrowser open(ExtensionContext context, InBrowser options) {
        var browser = DashboardBrowser.start(GodwitServerExtension.running(context), options.host());
        return options.signedIn() ? browser.signIn() : browser;
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        context.getExecutionException().ifPresent(failure -> recordPages(context, failure));
    }

    private static void recordPages(ExtensionContext context, Throwable failure) {
        try {
            var test = context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName();
            OpenPages.record(test.replaceAll("[^\\w.-]+", "-").replaceAll("-$", ""));
        } catch (RuntimeException | AssertionError unrecorded) {
            failure.addSuppressed(unrecorded);
        }
    }
}
