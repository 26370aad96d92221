package io.godwit.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends the same requests to the jar that {@code -Dcompare.before} names and to the one just built, each on an empty data directory,
 * and fails when an answer differs in a way that the list of intended changes does not name. Writes {@code target/comparison.md}
 * and the answers to {@code target/comparison-answers.tsv}.
 */
@Tag("compare")
final class VersionComparisonIT {

    private static final Path REPORT = Path.of("target/comparison.md");
    private static final Path ANSWERS = Path.of("target/comparison-answers.tsv");
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    @Test
    void bothVersionsAnswerTheSameRequestsTheSameWay() throws Exception {
        var patterns = new EndpointPatterns(lines("/specified-endpoints.tsv"));
        var requests = RequestListReader.read(lines("/compare/requests.txt"), patterns);
        var chapters = requests.stream()
                .map(request -> request.origin().chapter())
                .distinct()
                .toList();
        var intended = new IntendedChanges(lines("/compare/intended-changes.tsv"));
        var report = new ComparisonReport(intended);
        try (var older = start(before(), chapters.size() + 1);
                var newer = start(GodwitJar.path(), chapters.size() + 1)) {
            var run = new Run(older, newer, patterns, report);
            for (var chapter : chapters) {
                older.beginChapter(chapters.indexOf(chapter) + 1);
                newer.beginChapter(chapters.indexOf(chapter) + 1);
                requests.stream()
                        .filter(request -> request.origin().chapter().equals(chapter))
                        .forEach(run::withVariants);
            }
            report.gone(DocumentedPaths.gone(older.document(), newer.document()));
        }

        Files.writeString(REPORT, report.text());
        Files.write(ANSWERS, report.answers());
        System.out.println(report.text());
        assertThat(report.routes()).containsAll(patterns.routes());
        assertThat(report.unfulfilled()).isEmpty();
        assertThat(report.unintended()).isEmpty();
        assertThat(intended.unseen())
                .as("intended changes that nothing shows any more")
                .isEmpty();
    }

    /** Two servers that get one request after the other. */
    private record Run(
            ComparedServer older,
            ComparedServer newer,
            EndpointPatterns patterns,
            ComparisonReport report,
            TokenPairs pairs,
            HashSet<String> variedRoutes) {

        Run(ComparedServer older, ComparedServer newer, EndpointPatterns patterns, ComparisonReport report) {
            this(older, newer, patterns, report, new TokenPairs(), new HashSet<>());
        }

        /** The variants of a route are sent before the first request to it that allows them. */
        void withVariants(RecordedRequest request) {
            var variants = RequestVariants.of(request, patterns);
            if (!variants.isEmpty() && variedRoutes.add(request.origin().route())) {
                variants.forEach(this::compare);
            }
            compare(request);
        }

        private void compare(RecordedRequest request) {
            var olderAnswer = CompletableFuture.supplyAsync(() -> answer(older, request));
            var newerAnswer = answer(newer, request);
            older.keep(request, olderAnswer.join());
            newer.keep(request, newerAnswer);
            report.add(
                    request,
                    olderAnswer.join(),
                    newerAnswer,
                    request.sequel().compared()
                            ? AnswerComparison.of(pairs, request, olderAnswer.join(), newerAnswer)
                            : List.of());
        }

        /** The first answer that fulfils the condition of the request, or the last one within the time. */
        private static RecordedAnswer answer(ComparedServer server, RecordedRequest request) {
            var deadline = System.nanoTime() + TIMEOUT.toNanos();
            var answer = server.answer(request);
            while (!answer.fulfils(request.sequel().until()) && System.nanoTime() < deadline) {
                ComparedServer.pause(100);
                answer = server.answer(request);
            }
            return answer;
        }
    }

    private static ComparedServer start(Path jar, int projects) throws IOException {
        return ComparedServer.start(jar, Files.createTempDirectory("godwit-compare-"), projects, times());
    }

    private static Map<String, String> times() {
        var now = Instant.now().truncatedTo(ChronoUnit.DAYS);
        return Map.of(
                "yesterday", now.minus(1, ChronoUnit.DAYS).toString(),
                "today", now.toString().substring(0, 10),
                "tomorrow", now.plus(2, ChronoUnit.DAYS).toString(),
                "nextWeek", now.plus(8, ChronoUnit.DAYS).toString(),
                "inTwoYears", now.plus(800, ChronoUnit.DAYS).toString());
    }

    private static Path before() {
        return Path.of(Objects.requireNonNull(
                        System.getProperty("compare.before"), "-Dcompare.before=JAR names the older version"))
                .toAbsolutePath();
    }

    private static List<String> lines(String resource) throws IOException {
        try (var in = Objects.requireNonNull(VersionComparisonIT.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
