package io.godwit.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.web.RouteTable;
import io.godwit.web.server.HealthRoutes;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Checks of the image and the compose files that need no container engine. */
class DockerFilesTest {

    private static final Path DOCKERFILE = Path.of("docker/Dockerfile");
    private static final Pattern REQUEST = Pattern.compile("GET (/[a-z/]+)");

    /** A stop takes at most 30 s. */
    private static final int LONGEST_STOP_SECONDS = 30;

    /** An instruction of a Dockerfile, its lines joined. */
    private record Instruction(String name, String words) {}

    private final List<Instruction> instructions = instructions(text(DOCKERFILE));
    private final List<Instruction> image = lastStage(instructions);

    @Test
    void filesThatAreCopiedIntoTheBuildAreThereAndInItsContext() {
        var copied = sources(instructions);

        assertThat(copied).hasSizeGreaterThan(4).allSatisfy(source -> assertThat(Path.of(source))
                .exists());
        assertThat(leftOut(copied, text(Path.of(".dockerignore")))).isEmpty();
    }

    @Test
    void aFileThatIsNotInTheContextIsFound() {
        assertThat(leftOut(Set.of("README.md", "src"), "*\n!src\n")).containsExactly("README.md");
    }

    @Test
    void theImageTakesFromTheBuildWhatTheBuildMakes() {
        var made = text(Path.of("pom.xml")).contains("<finalName>godwit</finalName>") ? Set.of("godwit.jar") : Set.of();
        var taken = image.stream()
                .filter(step -> step.name().equals("COPY"))
                .map(step -> step.words().split(" ")[1])
                .toList();

        assertThat(taken).isNotEmpty().allSatisfy(path -> assertThat(
                        made.contains(Path.of(path).getFileName().toString()) || isWritten(path.replace("/src/", "")))
                .as(path)
                .isTrue());
    }

    private boolean isWritten(String path) {
        return instructions.stream()
                .anyMatch(step -> step.name().equals("RUN") && step.words().endsWith(" " + path));
    }

    @Test
    void theServerIsNotRoot() {
        assertThat(user(image)).isEqualTo("godwit");
        assertThat(image)
                .filteredOn(step -> step.name().equals("RUN"))
                .anyMatch(
                        step -> step.words().contains("useradd") && step.words().contains(" godwit"));
    }

    /** It holds keys, caught messages and the journal. */
    @Test
    void theDataDirectoryOfTheImageIsForTheServerAlone() {
        assertThat(image)
                .filteredOn(step -> step.words().contains("install -d"))
                .singleElement()
                .satisfies(step -> assertThat(step.words()).contains("install -d -o godwit -m 0700 " + dataDir()));
    }

    private String dataDir() {
        return image.stream()
                .filter(step -> step.name().equals("ENV") && step.words().startsWith("GODWIT_DATA_DIR="))
                .map(step -> step.words().substring(step.words().indexOf('=') + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anImageWithoutAUserAndOneThatGoesBackToRootAreFound() {
        assertThat(user(lastStage(instructions("FROM a\nUSER godwit\nFROM b\nENTRYPOINT x"))))
                .isEqualTo("root");
        assertThat(user(lastStage(instructions("FROM a\nUSER godwit\nRUN x\nUSER root"))))
                .isEqualTo("root");
    }

    @Test
    void theArchiveOfClassesIsMadeOfTheJarThatIsStartedWithIt() {
        var start =
                new JsonArray(only("ENTRYPOINT")).stream().map(String::valueOf).toList();
        var dump = image.stream()
                .filter(step -> step.words().contains("-Xshare:dump"))
                .findFirst()
                .orElseThrow()
                .words();

        assertThat(start).contains("-Xshare:auto").doesNotContain("-Xshare:on");
        assertThat(dump).endsWith("-cp " + start.get(start.indexOf("-jar") + 1));
        assertThat(start).contains("-XX:SharedArchiveFile=" + dump.replaceAll(".*SharedArchiveFile=(\\S+).*", "$1"));
        assertThat(image)
                .filteredOn(step -> step.name().equals("COPY"))
                .extracting(step -> step.words().split(" ")[2])
                .contains(start.get(start.indexOf("-jar") + 1), dump.replaceAll(".*ClassListFile=(\\S+).*", "$1"));
    }

    /** A {@code java} of the test's writes down what it is called with, as the image's would be. */
    @Test
    void theImageStartsJavaWithTheOptionsOfThePackageOrThoseOfAnOperator(@TempDir Path programs) throws Exception {
        var java = Files.writeString(programs.resolve("java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        var options = variable("JAVA_OPTS");

        assertThat(started(programs, options, "backup", "a file"))
                .startsWith(options.split(" "))
                .contains("-Xmx512m")
                .endsWith("-jar", "/opt/godwit/godwit.jar", "backup", "a file");
        assertThat(started(programs, "-Xmx1g")).startsWith("-Xmx1g", "-Xshare:auto");
        assertThat(text(Path.of("src/deb/godwit.service"))).contains("\nEnvironment=\"JAVA_OPTS=" + options + "\"\n");
        assertThat(text(Path.of("src/deb/environment"))).contains("\n#JAVA_OPTS=" + options + "\n");
    }

    private String variable(String name) {
        return image.stream()
                .filter(step -> step.name().equals("ENV") && step.words().startsWith(name + "="))
                .map(step -> step.words().replaceAll("^\\w+=\"|\"$", ""))
                .findFirst()
                .orElseThrow();
    }

    /** Runs what the image runs, with words behind it, and returns the words that {@code java} gets. */
    private List<String> started(Path programs, String options, String... words) throws IOException {
        var command = new ArrayList<>(
                new JsonArray(only("ENTRYPOINT")).stream().map(String::valueOf).toList());
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_OPTS", options);
        return new String(builder.start().getInputStream().readAllBytes(), UTF_8)
                .lines()
                .toList();
    }

    @Test
    void healthChecksCallRoutesOfThePortThatIsOpen() {
        var table = new RouteTable();
        new HealthRoutes(List.of(), List.of(), Map.of()).mount(table);
        var routes = table.routes().stream().map(RouteTable.Route::path).collect(toSet());
        var checks = Stream.of("Dockerfile", "compose.yaml", "compose.cluster.yaml")
                .map(file -> text(Path.of("docker", file)))
                .flatMap(text -> REQUEST.matcher(text).results())
                .map(found -> found.group(1))
                .toList();

        assertThat(checks).hasSizeGreaterThan(1).isSubsetOf(routes);
        assertThat(only("HEALTHCHECK")).contains("/127.0.0.1/" + only("EXPOSE"));
        assertThat(text(Path.of("conf/godwit.yaml")))
                .containsPattern("(?m)^  port: " + only("EXPOSE") + " .*HTTP_PORT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compose.yaml", "compose.cluster.yaml"})
    void aComposeFileNamesSettingsVolumesAndFilesThatThereAre(String name) {
        var file = yaml(Path.of("docker", name));
        var volumes = map(file, "volumes").keySet();
        var services = map(file, "services");

        assertThat(variables("\\b(GODWIT_[A-Z0-9_]+)", text(Path.of("docker", name))))
                .hasSizeGreaterThan(2)
                .isSubsetOf(variables(" # (GODWIT_[A-Z0-9_]+)", text(Path.of("conf/godwit.yaml"))));
        assertThat(services.values()).allSatisfy(service -> {
            var own = asMap(service);
            assertThat(own.containsKey("image") || isBuilt(own)).isTrue();
            assertThat(namedVolumes(own)).isSubsetOf(volumes);
            if (isBuilt(own)) {
                assertThat((String) own.get("stop_grace_period")).matches("\\d+s");
                assertThat(Integer.parseInt(((String) own.get("stop_grace_period")).replace("s", "")))
                        .isGreaterThan(LONGEST_STOP_SECONDS);
            }
        });
        assertThat(services.values().stream().filter(service -> isBuilt(asMap(service))))
                .isNotEmpty();
    }

    /** A stopping node serves for as long as it says that it is not ready; without {@code fall}, HAProxy waits for three checks. */
    @Test
    void theBalancerTakesANodeOutWhileItStillServes() {
        var lameDuck = only(Path.of("conf/godwit.yaml"), "(?m)^  lame-duck: (\\d+)s ");
        var servers = Pattern.compile("(?m)^ +server .*$")
                .matcher(text(Path.of("docker/compose.cluster.yaml")))
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(servers).hasSize(2).allSatisfy(line -> {
            var check = Pattern.compile(" check inter (\\d+)s fall (\\d+)$").matcher(line);
            assertThat(check.find()).as(line).isTrue();
            assertThat(Integer.parseInt(check.group(1)) * Integer.parseInt(check.group(2)))
                    .isLessThan(lameDuck);
        });
    }

    private static int only(Path file, String number) {
        var found = Pattern.compile(number).matcher(text(file));
        assertThat(found.find()).isTrue();
        return Integer.parseInt(found.group(1));
    }

    private static boolean isBuilt(Map<String, Object> service) {
        return service.get("build") instanceof Map<?, ?> build
                && Files.exists(Path.of((String) build.get("dockerfile")));
    }

    private static Set<String> variables(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(toSet());
    }

    private static List<String> namedVolumes(Map<String, Object> service) {
        return ((List<?>) service.getOrDefault("volumes", List.of()))
                .stream().map(volume -> String.valueOf(volume).split(":", 2)[0]).toList();
    }

    private String only(String name) {
        return image.stream()
                .filter(step -> step.name().equals(name))
                .map(Instruction::words)
                .findFirst()
                .orElseThrow();
    }

    private static String user(List<Instruction> stage) {
        return stage.stream()
                .filter(step -> step.name().equals("USER"))
                .map(Instruction::words)
                .reduce("root", (before, last) -> last);
    }

    /** The files that are copied from the context, not those from another stage. */
    private static Set<String> sources(List<Instruction> steps) {
        var sources = new HashSet<String>();
        steps.stream()
                .filter(step -> step.name().equals("COPY") && !step.words().startsWith("--from"))
                .map(step -> Arrays.asList(step.words().split(" ")))
                .forEach(words -> sources.addAll(words.subList(0, words.size() - 1)));
        return sources;
    }

    /** Those that a list which begins with {@code *} leaves out of the context. */
    private static List<String> leftOut(Set<String> sources, String ignored) {
        var rules = ignored.lines().toList();
        return sources.stream().filter(source -> !rules.contains("!" + source)).toList();
    }

    private static List<Instruction> lastStage(List<Instruction> steps) {
        var names = steps.stream().map(Instruction::name).toList();
        return steps.subList(names.lastIndexOf("FROM"), steps.size());
    }

    private static List<Instruction> instructions(String text) {
        var code = Pattern.compile("(?m)^#.*\n?").matcher(text).replaceAll("").replaceAll("\\\\\n\\s*", "");
        return new ArrayList<>(Pattern.compile("(?m)^([A-Z]+) (.*)$")
                .matcher(code)
                .results()
                .map((MatchResult found) ->
                        new Instruction(found.group(1), found.group(2).strip()))
                .toList());
    }

    private static Map<String, Object> yaml(Path file) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(text(file));
    }

    private static Map<String, Object> map(Map<String, Object> object, String member) {
        return asMap(object.getOrDefault(member, Map.of()));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(Object value) {
        return (Map<String, Object>) value;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
