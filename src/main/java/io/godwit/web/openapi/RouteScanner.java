package io.godwit.web.openapi;

import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the routes of all classes without a database and without a running node. A class declares its routes in {@link
 * Routes#mount}, which only names its handlers; so instances are made without their constructors, mounted once, and never called.
 */
final class RouteScanner {

    private static final String PACKAGE_PREFIX = "io.godwit.";

    private final Object unsafe;
    private final Method allocate;

    private RouteScanner() throws ReflectiveOperationException {
        var type = Class.forName("sun.misc.Unsafe");
        var only = type.getDeclaredField("theUnsafe");
        only.setAccessible(true);
        this.unsafe = only.get(null);
        this.allocate = type.getMethod("allocateInstance", Class.class);
    }

    /** Reads the classes beside this one, which have to lie in a folder. */
    static List<RouteTable.Route> routes() throws IOException, ReflectiveOperationException {
        var scanner = new RouteScanner();
        var table = new RouteTable();
        for (var type : classes()) {
            ((Routes) scanner.blank(type)).mount(table);
        }
        return table.routes();
    }

    private static List<? extends Class<?>> classes() throws IOException, ReflectiveOperationException {
        var root = folder();
        try (Stream<Path> files = Files.walk(root.resolve("io/godwit"))) {
            var names = files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith("Routes.class") || name.endsWith("Service.class"))
                    .map(name ->
                            name.replaceAll("\\.class$", "").replace('/', '.').replace('\\', '.'))
                    .sorted()
                    .toList();
            return names.stream()
                    .map(RouteScanner::type)
                    .filter(type -> Routes.class.isAssignableFrom(type) && !type.isInterface())
                    .toList();
        }
    }

    private static Path folder() throws ReflectiveOperationException {
        try {
            return Path.of(RouteScanner.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException unreadable) {
            throw new ReflectiveOperationException(unreadable);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name, false, RouteScanner.class.getClassLoader());
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private Object blank(Class<?> type) throws ReflectiveOperationException {
        var instance = allocate.invoke(unsafe, type);
        for (var field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && isInjected(field)) {
                field.setAccessible(true);
                field.set(
                        instance,
                        Routes.class.isAssignableFrom(field.getType())
                                ? blank(field.getType())
                                : allocate.invoke(unsafe, field.getType()));
            }
        }
        return instance;
    }

    /** A handler may be a method of such a field, which then must not be null. */
    private static boolean isInjected(Field field) {
        var type = field.getType();
        return type.getName().startsWith(PACKAGE_PREFIX)
                && !type.isInterface()
                && !type.isEnum()
                && !Modifier.isAbstract(type.getModifiers());
    }
}
