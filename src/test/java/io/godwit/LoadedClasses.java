package io.godwit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The classes of this project as Java loads them, without initialising them: for rules about names, which need no dependencies.
 * To read those as well, as {@link ImportedClasses} does, takes five seconds of a core (measured 2026-11-23).
 */
final class LoadedClasses {

    private static final String ENDING = ".class";

    private LoadedClasses() {}

    /** Those of the product. */
    static Stream<Class<?>> main() {
        return below(Main.class);
    }

    /** Those of the product and of its tests. */
    static Stream<Class<?>> all() {
        return Stream.concat(main(), below(LoadedClasses.class));
    }

    /** The classes of {@code io.godwit} in the folder that this one was loaded from. */
    private static Stream<Class<?>> below(Class<?> sample) {
        try {
            var root = Path.of(
                    sample.getProtectionDomain().getCodeSource().getLocation().toURI());
            return names(root).stream().map(LoadedClasses::load);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<String> names(Path root) throws IOException {
        try (var files = Files.walk(root.resolve("io/godwit"))) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(ENDING))
                    .map(file ->
                            file.substring(0, file.length() - ENDING.length()).replace(File.separatorChar, '.'))
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, LoadedClasses.class.getClassLoader());
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
