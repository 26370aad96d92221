package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard knows sentences of the server by heart, to say them in other languages. */
class ServerWordsTest {

    private static final Path JAVA = Path.of("src/main/java/io/godwit");
    private static final Path DASHBOARD = Path.of("src/main/dashboard");

    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)+)\"";

    /** A sentence and the key of its words, in a table of the dashboard. */
    private static final Pattern ROW = Pattern.compile(
            "^ {2}(?:" + TEXT + "|'([^']+)'):\\s+\"(?:[a-z]+\\.)?server\\.[\\w.]+\"", Pattern.MULTILINE);

    /** Stands for words that differ, such as a number; the sentences about rates are put together of two texts. */
    private static final Pattern NAME =
            Pattern.compile("\\{\\w+}|^the (?=\\w+ rate)|(?<=hours|days|times) (?=are many |is )");

    /** A text that goes on behind the end of a line. */
    private static final Pattern JOIN = Pattern.compile("\"\\s*\\+\\s*\"");

    /** A refusal with the sentence that it begins with, and whether more follows. */
    private static final Pattern REFUSAL =
            Pattern.compile("Failure\\.(?:of|invalid)\\(\\s*(?:(?:Failure\\.)?Kind\\.\\w+|" + TEXT
                    + "|\\w+),\\s*(?:\"\\w+\",\\s*)?" + TEXT + "\\s*([+)])");

    private static final Pattern ACTION = Pattern.compile(
            "\"((?:key|keys|member|invitation|domain|project|contacts|mail|billing)\\.[a-z_]+(?:\\.[a-z_]+)?)\"");

    /** Refusals of calls that no page makes, or that no page can cause: a page offers what is left. */
    private static final Set<String> NEVER_CAUSED = Set.of(
            "Expected a path that begins with one slash",
            "A key is no user",
            "The currency is one of usd, eur and gbp",
            "The project is disabled for another reason",
            "The event has no id",
            "The event has no signature that is good now",
            "The form does not say what to do with the subscription",
            "Says something else than eventName; give one of them",
            "Says something else than sourceType; give one of them",
            "Must not be before startDate",
            "This API key was replaced a moment ago.",
            "This API key is unknown. Check it, or make a new one.",
            "Project not found",
            "A key acts for its own project and makes no others",
            "Give the stepId that it is about, too",
            "The image ends before its header does",
            "At most ");

    static Stream<String> rows() throws IOException {
        var tables = texts(DASHBOARD, path -> path.toString().matches("src/main/dashboard/[\\w-]+/[a-z-]+\\.ts"));
        return tables.stream().flatMap(table -> ROW.matcher(table).results().map(ServerWordsTest::sentence));
    }

    /** The sentence of a row as Java has it in its source. */
    private static String sentence(MatchResult row) {
        return row.group(1) != null ? row.group(1) : row.group(2).replace("\"", "\\\"");
    }

    @Test
    void eachSentenceThatTheDashboardTranslatesIsOneThatTheServerSays() throws IOException {
        var texts = rows().flatMap(NAME::splitAsStream)
                .map(String::strip)
                .filter(text -> text.length() > 1)
                .toList();

        assertThat(texts).hasSizeGreaterThan(200);
        assertThat(String.join("\n", texts(JAVA, ServerWordsTest::isJava))).contains(texts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "accounts",
                "billing",
                "campaigns",
                "contacts",
                "domains",
                "events",
                "projects",
                "reputation",
                "segments",
                "sending",
                "templates",
                "webhooks",
                "workflows"
            })
    void whatAPageCanCauseIsToldInItsLanguage(String feature) throws IOException {
        var known = rows().map(row -> NAME.split(row, 2)[0]).collect(Collectors.toSet());
        var untold = new TreeSet<String>();
        for (var source : texts(JAVA.resolve(feature), ServerWordsTest::isJava)) {
            REFUSAL.matcher(source)
                    .results()
                    .map(found -> found.group(2))
                    .filter(sentence -> sentence.contains(" ") && !NEVER_CAUSED.contains(sentence))
                    .filter(sentence -> !known.contains(sentence))
                    .forEach(untold::add);
        }

        assertThat(untold).isEmpty();
    }

    @Test
    void everyActionOfTheAuditLogHasWordsAndIsAmongTheFilters() throws IOException {
        var filter = Files.readString(DASHBOARD.resolve("settings/audit-filter.tsx"));
        var actions = texts(JAVA, ServerWordsTest::isJava).stream()
                .filter(source -> source.contains("AuditLog"))
                .flatMap(source -> ACTION.matcher(source).results().map(found -> found.group(1)))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(actions).hasSizeGreaterThan(25);
        for (var language : List.of("en", "de")) {
            var words = new JsonObject(Files.readString(DASHBOARD.resolve("language/" + language + "/settings.json")));
            assertThat(actions).as(language).allMatch(action -> words.containsKey("audit." + action));
        }
        // Nobody sees the log of a project that is deleted.
        actions.remove("project.deleted");
        assertThat(actions).allMatch(action -> filter.contains('"' + action + '"'));
    }

    private static boolean isJava(Path file) {
        return file.toString().endsWith(".java");
    }

    /** The files below a folder, each text of them in one piece. */
    private static List<String> texts(Path folder, Predicate<Path> wanted) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(wanted)
                    .map(file -> JOIN.matcher(text(file)).replaceAll(""))
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
