package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.NamesInUse.SourceFile;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Comments name parameters and fields as the code beside them does, so that a renamed one is renamed in its comment, too. */
@Tag("slow")
class CommentNamesTest {

    private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

    /** A name as Java spells those of parameters: no underscore, which names of SQL and metrics have. */
    private static final Pattern NAMED = Pattern.compile("\\{@code ([a-z][A-Za-z0-9]*)}");

    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern LITERAL = Pattern.compile("\"(\\w+)\"|\"\"\"(.*?)\"\"\"", Pattern.DOTALL);

    /** Names of standards, of PostgreSQL's settings and directories, and endings of files. */
    private static final Set<String> OTHERS = Set.of("disable", "dNSName", "exe", "fsync", "lib", "strftime", "txt");

    private static List<SourceFile> sources = List.of();

    /** Words that mean something outside their file: members of JSON, tables and columns, packages, keywords of templates. */
    private static Set<String> shared = Set.of();

    @BeforeAll
    static void read() {
        sources = NamesInUse.files("src/main/java", ".java").toList();
        shared = Stream.of(
                        OTHERS.stream(),
                        sources.stream().flatMap(file -> literals(file.text())),
                        sources.stream().flatMap(file -> words(file.path().toString())),
                        NamesInUse.files("src/main/resources/db/migration", ".sql")
                                .flatMap(file -> words(file.text().replaceAll("--[^\n]*", ""))))
                .flatMap(words -> words)
                .collect(Collectors.toSet());
    }

    @Test
    void everyNameInACommentIsOneOfTheCodeBesideIt() {
        assertThat(sources.stream().flatMap(file -> unknownIn(file.text()).map(name -> file.path() + ": " + name)))
                .isEmpty();
    }

    @Test
    void aNameThatTheCodeHasNotIsFound() {
        assertThat(unknownIn("/** Waits for {@code patience}. */ void await(Duration timeout);"))
                .containsExactly("patience");
        assertThat(unknownIn("/** Waits for {@code timeout}, see {@code outbox}. */ void await(Duration timeout);"))
                .isEmpty();
    }

    private static Stream<String> unknownIn(String source) {
        var own = words(COMMENT.matcher(source).replaceAll("")).collect(Collectors.toSet());
        return NAMED.matcher(source)
                .results()
                .map(match -> match.group(1))
                .filter(name -> !own.contains(name) && !shared.contains(name));
    }

    private static Stream<String> literals(String source) {
        return LITERAL.matcher(COMMENT.matcher(source).replaceAll("")).results().flatMap(match -> words(match.group()));
    }

    private static Stream<String> words(String text) {
        return WORD.matcher(text).results().map(MatchResult::group);
    }
}
