package io.godwit.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The benchmarks, about forty minutes. They fail when answers and rows differ or something is refused; a missed goal is a line
 * of the table, because a shared machine has bad days.
 */
@Tag("bench")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BenchmarkIT {

    private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);

    /** On the disk the build is on, not in a folder that may be memory: a commit must cost what it costs. */
    private static final Path DIRECTORY =
            Path.of(System.getProperty("bench.directory", "target/bench-data")).toAbsolutePath();

    private static final BenchReport REPORT = new BenchReport();

    @BeforeAll
    static void empty() throws IOException {
        delete();
        Files.createDirectories(DIRECTORY);
    }

    @AfterAll
    static void write() throws IOException {
        REPORT.write("Measured on " + LocalDate.now(ZoneOffset.UTC) + ": " + machine());
        delete();
    }

    @Test
    @Order(1)
    void timesToReady() throws Exception {
        var starts = new StartBench(DIRECTORY, REPORT);
        for (int round = 0; round < ROUNDS; round++) {
            starts.measure(round);
        }
        starts.describe();
    }

    @Test
    @Order(2)
    void requestsAndMemory() throws Exception {
        try (var requests = new RequestBench(DIRECTORY, REPORT)) {
            requests.warmUp();
            for (int round = 0; round < ROUNDS; round++) {
                requests.tracks();
            }
            requests.trackLatency();
            for (int round = 0; round < ROUNDS; round++) {
                requests.sends();
            }
            requests.sendLatency();
            requests.describe();
            var memory = new MemoryBench(requests.server(), REPORT);
            memory.measure();
            memory.describe();
        }
    }

    @Test
    @Order(3)
    void theSendPipeline() throws Exception {
        try (var pipeline = new PipelineBench(DIRECTORY, REPORT, Optional.empty(), ROUNDS)) {
            pipeline.withBareClient();
            pipeline.measure();
            pipeline.describe();
        }
        SigningBench.run(REPORT);
        ComposeBench.run(REPORT);
        var sessions = new SessionBench(REPORT);
        sessions.measure(ROUNDS);
        sessions.describe();
        ConnectionBench.run(REPORT, ROUNDS);
        try (var submission = new SubmissionBench(DIRECTORY, REPORT)) {
            submission.measure(ROUNDS);
            submission.describe();
        }
    }

    @Test
    @Order(4)
    void aMillionContacts() throws Exception {
        try (var contacts = new ContactsBench(DIRECTORY, REPORT)) {
            contacts.measure();
            contacts.describe();
        }
        try (var search = new SearchBench(DIRECTORY, REPORT)) {
            search.measure();
            search.describe();
        }
    }

    @Test
    @Order(5)
    void filesInAndOut() throws Exception {
        try (var imports = new ImportBench(DIRECTORY, REPORT)) {
            imports.warmUp();
            for (int round = 0; round < ROUNDS; round++) {
                imports.imports();
                imports.beside();
                imports.fairness();
                imports.exports();
            }
            imports.amidAMillion();
            imports.describe();
        }
    }

    @Test
    @Order(6)
    void campaigns() throws Exception {
        try (var campaigns = new CampaignBench(DIRECTORY, REPORT)) {
            campaigns.passes();
            campaigns.cancel();
            campaigns.beside();
            campaigns.describe();
        }
    }

    @Test
    @Order(7)
    void aLongHistory() throws Exception {
        try (var history = new HistoryQueryBench(DIRECTORY, REPORT)) {
            history.events();
            history.segments();
            history.pages();
            history.computations();
            history.describe();
        }
    }

    @Test
    @Order(8)
    void aLongHistoryOfMail() throws Exception {
        try (var reports = new ReportsBench(DIRECTORY, REPORT)) {
            reports.compare();
            reports.analytics();
            reports.activity();
            reports.emails();
            reports.security();
            reports.describe();
        }
    }

    @Test
    @Order(9)
    void workflows() throws Exception {
        try (var workflows = new WorkflowBench(DIRECTORY, REPORT)) {
            workflows.enrolment(ROUNDS);
            workflows.waiting();
            workflows.timers();
            workflows.describe();
        }
    }

    @Test
    @Order(10)
    void theMemoryOfThePackage() throws Exception {
        try (var footprint = new FootprintBench(DIRECTORY, REPORT)) {
            footprint.measure();
            footprint.sendLarge();
            footprint.describe();
        }
    }

    private static String machine() throws IOException {
        var cpu = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
        return Runtime.getRuntime().availableProcessors() + " cores of " + cpu + ", JDK "
                + Runtime.version().feature() + ", everything on one machine";
    }

    private static void delete() throws IOException {
        if (Files.exists(DIRECTORY)) {
            try (var files = Files.walk(DIRECTORY)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }
}
