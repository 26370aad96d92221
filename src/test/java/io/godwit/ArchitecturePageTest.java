package io.godwit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the page that leads strangers through the source to the source: each type it names lies where the page says. */
class ArchitecturePageTest {

    private static final Path PAGE = Path.of("src/site/markdown/architecture.md");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+(?:[A-Z][A-Za-z0-9]*)?)`");
    private static final Pattern PLACED_TESTS = Pattern.compile("`([a-z][a-z.]*)`: ((?:`[A-Z]\\w+`(?:, )?)+)");
    private static final Pattern PLACED_ROUTES = Pattern.compile("\\| `([a-z.]+)` \\| ((?:`\\w+Routes`(?:, )?)+) \\|");

    private final Map<String, String> packages = packagesByType();

    @Test
    void everyTypeOfThePageExists() throws IOException {
        assertEquals(List.of(), unknownTypes(Files.readString(PAGE)));
    }

    @Test
    void routesAndTestsLieInThePackageBesideThem() throws IOException {
        assertEquals(List.of(), misplacedTypes(Files.readString(PAGE)));
    }

    @Test
    void everyClassOfRoutesIsInTheTable() throws IOException {
        var page = Files.readString(PAGE);
        var helpers = List.of("Routes", "PathRoutes", "ReportRoutes");
        assertEquals(
                List.of(),
                packages.keySet().stream()
                        .filter(type -> type.endsWith("Routes") && !helpers.contains(type))
                        .filter(type -> !page.contains("`" + type + "`"))
                        .sorted()
                        .toList());
    }

    @Test
    void aTypeThatDoesNotExistAndOneThatLiesElsewhereAreFound() {
        assertEquals(List.of("NoSuchStore"), unknownTypes("The `NoSuchStore` and `OutboxPoller`."));
        assertFalse(misplacedTypes("| `/x` | `contacts` | `SendRoutes` | `campaigns`: `SendTest` |")
                .isEmpty());
    }

    private List<String> unknownTypes(String page) {
        return TYPE.matcher(page)
                .results()
                .map(found -> found.group(1))
                .filter(type -> !packages.containsKey(type))
                .distinct()
                .toList();
    }

    private List<String> misplacedTypes(String page) {
        var misplaced = new ArrayList<String>();
        for (var pattern : List.of(PLACED_TESTS, PLACED_ROUTES)) {
            pattern.matcher(page).results().forEach(found -> TYPE.matcher(found.group(2))
                    .results()
                    .map(type -> type.group(1))
                    .filter(type -> !fullName(found.group(1)).equals(packages.get(type)))
                    .forEach(type -> misplaced.add(type + " is not in " + found.group(1))));
        }
        return misplaced;
    }

    private static String fullName(String named) {
        return named.startsWith("io.godwit") ? named : "io.godwit." + named;
    }

    private static Map<String, String> packagesByType() {
        return Stream.of("src/main/java", "src/test/java")
                .map(Path::of)
                .flatMap(ArchitecturePageTest::sources)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Stream<Map.Entry<String, String>> sources(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .filter(file -> file.toString().matches(".*/[A-Z]\\w*\\.java"))
                    .map(root::relativize)
                    .toList()
                    .stream()
                    .map(ArchitecturePageTest::typeAndPackage);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Map.Entry<String, String> typeAndPackage(Path file) {
        var type = file.getFileName().toString().replace(".java", "");
        return Map.entry(type, file.toString().replace("/" + type + ".java", "").replace('/', '.'));
    }
}
