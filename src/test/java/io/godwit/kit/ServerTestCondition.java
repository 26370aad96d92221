package io.godwit.kit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.godwit.db.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips test classes that start a server, PostgreSQL or a browser, for {@code mvn test -Pquick}. Reads from the compiled classes
 * which they are: those that name {@link TestServer}, {@link TestPostgres}, {@link Browser} or {@link GodwitJar}, also by way of
 * other test classes. So nobody has to remember a tag. Registered for all tests, as a service, only in that profile.
 */
public final class ServerTestCondition implements ExecutionCondition {

    private static final Set<String> SERVERS = Stream.of(
                    TestServer.class, TestPostgres.class, Browser.class, GodwitJar.class)
            .map(ServerTestCondition::fileName)
            .collect(Collectors.toUnmodifiableSet());

    /** In the constant pool of a class file: the class itself, or a part of a descriptor. */
    private static final Pattern CLASS_NAME = Pattern.compile("io/godwit/[\\w/$]+");

    private final Path classes = testClasses();
    private final Map<String, Set<String>> nameToNamed = new ConcurrentHashMap<>();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getTestClass().filter(this::startsServer).isPresent()
                ? ConditionEvaluationResult.disabled("It starts a server")
                : ConditionEvaluationResult.enabled("It starts no server");
    }

    boolean startsServer(Class<?> test) {
        var reached = ConcurrentHashMap.<String>newKeySet();
        reach(fileName(test), reached);
        return reached.stream().anyMatch(SERVERS::contains);
    }

    private void reach(String name, Set<String> reached) {
        if (reached.add(name)) {
            nameToNamed.computeIfAbsent(name, this::namedBy).forEach(next -> reach(next, reached));
        }
    }

    /** Empty for a class of the product, which names no test class. */
    private Set<String> namedBy(String name) {
        var file = classes.resolve(name + ".class");
        if (!Files.exists(file)) {
            return Set.of();
        }
        try {
            return CLASS_NAME
                    .matcher(Files.readString(file, ISO_8859_1))
                    .results()
                    .map(MatchResult::group)
                    .collect(Collectors.toSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String fileName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static Path testClasses() {
        try {
            return Path.of(TestServer.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
