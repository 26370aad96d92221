package io.godwit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collects the names that types, migrations, SQL, settings, metrics, messages and logs use, each as {@code place#name}. */
final class NamesInUse {

    private static final Pattern METRIC = Pattern.compile("\"(godwit\\.[a-z.]+)\"");
    private static final Pattern ADDRESS = Pattern.compile("new (?:Topic|RequestAddress)<>\\(\\s*\"([^\"]+)\"");
    private static final Pattern LOOP =
            Pattern.compile("(?:PollLoop\\.start|createSharedWorkerExecutor)\\([^\";]*\"([a-z-]+)\"");
    private static final Pattern LOG_STATEMENT = Pattern.compile(
            "\\bLOG\\s*\\.(?:at)?(?:info|warn|error|debug|trace|level)\\b[^;]*;", Pattern.CASE_INSENSITIVE);
    private static final Pattern LITERAL = Pattern.compile("\"((?:\\\\.|[^\"\\\\])*)\"");
    private static final Pattern SQL_IDENTIFIER = Pattern.compile("\\b[a-z_][a-z0-9_]*\\b");
    private static final Pattern SQL_TEXT = Pattern.compile("--[^\\n]*|'(?:''|[^'])*'");
    private static final Pattern TEXT_BLOCK = Pattern.compile("\"\"\"\\n(.*?)\"\"\"", Pattern.DOTALL);

    /** A keyword as SQL has it in every part of a statement, but hardly an English sentence. */
    private static final Pattern SQL_KEYWORD = Pattern.compile(
            "\\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|UNION|EXISTS|RETURNING|SET|AS|AND|IN|ON|ANY|NOT|NULL)\\b");

    /** The column of an alias, as a part of a statement that Java puts together. */
    private static final Pattern SQL_COLUMN = Pattern.compile("^[a-z_]+\\.[a-z_]+$");

    /** Variables declared with {@code var} or caught. */
    private static final Pattern VARIABLE = Pattern.compile("\\b(?:var|catch \\([A-Z]\\w*(?: \\| \\w+)*) (\\w+)");

    private static final Pattern LAMBDA_PARAMETER = Pattern.compile("\\b(\\w+)(?:(?=\\)? ->)|(?=, \\w+\\) ->))");

    private static final Pattern COMMENT_OR_TEXT =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"\"\"\\n.*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\"", Pattern.DOTALL);

    private static final Pattern YAML_KEY = Pattern.compile("(?m)^\\s*([a-z0-9-]+):");

    private NamesInUse() {}

    /** The type's simple name and the names of its fields, components, constants, methods and parameters. */
    static Stream<String> of(Class<?> type) {
        var members = Stream.<Member>concat(
                Arrays.stream(type.getDeclaredFields()), Arrays.stream(type.getDeclaredMethods()));
        var parameters = Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
                .filter(executable -> !executable.isSynthetic())
                .flatMap(executable -> Arrays.stream(executable.getParameters()))
                .filter(Parameter::isNamePresent)
                .map(Parameter::getName);
        var names = members.filter(member -> !member.isSynthetic() && !isOfLibrary(member))
                .map(Member::getName);
        return Stream.of(Stream.of(type.getSimpleName()), names, parameters)
                .flatMap(UnaryOperator.identity())
                .map(name -> type.getName() + "#" + name);
    }

    /** Returns whether a library gave the method its name. */
    private static boolean isOfLibrary(Member member) {
        return member instanceof Method method && method.isBridge();
    }

    /** Tables, columns, functions, indexes and aliases of the migrations. */
    static List<String> ofMigrations() {
        return matches("src/main/resources/db/migration", ".sql", SQL_IDENTIFIER, text -> SQL_TEXT.matcher(text)
                .replaceAll(" "));
    }

    /** Tables, columns, common table expressions, aliases and functions of the SQL in Java sources. */
    static List<String> ofSql() {
        return matches("src/main/java", ".java", SQL_IDENTIFIER, source -> Stream.concat(
                        matches(TEXT_BLOCK, source),
                        matches(LITERAL, TEXT_BLOCK.matcher(source).replaceAll("")))
                .filter(text -> SQL_KEYWORD.matcher(text).find()
                        || source.contains("io.vertx.sqlclient.")
                                && SQL_COLUMN.matcher(text).find())
                .map(text -> SQL_TEXT.matcher(text).replaceAll(" "))
                .collect(Collectors.joining("\n")));
    }

    /** Local variables and parameters of lambdas in the sources of the product, which classes do not have. */
    static List<String> ofLocals() {
        return Stream.of(VARIABLE, LAMBDA_PARAMETER)
                .flatMap(pattern -> matches("src/main/java", ".java", pattern, NamesInUse::code).stream())
                .toList();
    }

    private static String code(String source) {
        return COMMENT_OR_TEXT.matcher(source).replaceAll("");
    }

    /** The keys of the settings file. */
    static List<String> ofSettings() {
        return matches("conf", "godwit.yaml", YAML_KEY, UnaryOperator.identity());
    }

    /** The names of metrics, of topics and requests on the bus, and of loops and worker pools. */
    static List<String> ofMetricsAndMessages() {
        return Stream.of(METRIC, ADDRESS, LOOP)
                .flatMap(pattern -> matches("src/main/java", ".java", pattern, UnaryOperator.identity()).stream())
                .toList();
    }

    /** The texts and keys of log statements. */
    static List<String> ofLogs() {
        return matches(
                "src/main/java",
                ".java",
                LITERAL,
                text -> String.join(
                        "\n",
                        LOG_STATEMENT
                                .matcher(text)
                                .results()
                                .map(MatchResult::group)
                                .toList()));
    }

    /** The text of all files below a folder whose name ends so, by path; packages of others lie there once the dashboard is built. */
    static Stream<SourceFile> files(String folder, String ending) {
        try (var paths = Files.walk(Path.of(folder))) {
            return paths
                    .filter(path -> !path.toString().contains("node_modules")
                            && !path.toString().contains("dashboard/generated"))
                    .filter(path -> path.toString().endsWith(ending) && Files.isRegularFile(path))
                    .map(SourceFile::read)
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<String> matches(String folder, String ending, Pattern pattern, UnaryOperator<String> part) {
        return files(folder, ending)
                .flatMap(file -> pattern.matcher(part.apply(file.text()))
                        .results()
                        .map(match -> file.path() + "#" + match.group(match.groupCount())))
                .distinct()
                .toList();
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }

    /** A file and its text. */
    record SourceFile(Path path, String text) {

        static SourceFile read(Path path) {
            try {
                return new SourceFile(path, Files.readString(path));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
