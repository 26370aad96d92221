package io.godwit.chaos;

import static java.util.stream.Collectors.joining;

import io.godwit.chaos.ImportLedger.ImportedFile;
import io.godwit.chaos.ImportLedger.JobResult;
import io.godwit.chaos.Observation.Outcome;
import io.godwit.kit.ApiClient.File;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Imports of the first project: files with rows of new contacts, of some readers of its campaigns, and without an address. Now and
 * then a file is no CSV and is to be refused. An upload without an answer is repeated by its idempotency key.
 */
final class ImportTraffic {

    /** The beginning of the addresses that only files name. */
    static final String PREFIX = "import.";

    /** Two chunks of a job, so that a fault may come between them. */
    private static final int NEW = 250;

    private static final int KNOWN = 5;
    private static final int BROKEN = 2;
    private static final int REFUSED_EVERY = 5;

    private final ChaosNodes nodes;
    private final Queue<Upload> uploads = new ConcurrentLinkedQueue<>();

    /** @param job empty unless the upload was accepted */
    private record Upload(String name, Set<String> addresses, Outcome outcome, Optional<String> job) {}

    ImportTraffic(ChaosNodes nodes) {
        this.nodes = nodes;
    }

    /** Uploads one file. */
    void call(int number) {
        var name = "import-" + number;
        var addresses = IntStream.range(0, NEW)
                .mapToObj(row -> PREFIX + number + "." + row + "@example.com")
                .collect(Collectors.toCollection(LinkedHashSet::new));
        var file = number % REFUSED_EVERY == 0
                ? new File("file", name + ".txt", "text/plain", csv(name, addresses))
                : new File("file", name + ".csv", "text/csv", csv(name, addresses));
        var end = RepeatedCall.make(number, node -> nodes.api(node)
                .upload("/contacts/import", nodes.key(0), file, Map.of("Idempotency-Key", name)));
        uploads.add(new Upload(
                name,
                addresses,
                end.outcome(),
                Optional.ofNullable(end.body().getString("jobId")).filter(id -> end.outcome() == Outcome.ACCEPTED)));
    }

    private static byte[] csv(String name, Set<String> addresses) {
        return Stream.of(
                        addresses.stream(),
                        IntStream.range(0, KNOWN).mapToObj(CampaignTraffic::reader),
                        IntStream.range(0, BROKEN).mapToObj(row -> "no address " + row))
                .flatMap(part -> part)
                .map(address -> address + "," + name)
                .collect(joining("\n", "email,file\n", "\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The files, and what the API shows of their jobs now. */
    List<ImportedFile> files() {
        return uploads.stream()
                .map(upload -> new ImportedFile(
                        upload.name(),
                        upload.outcome(),
                        upload.addresses(),
                        KNOWN,
                        BROKEN,
                        upload.job().map(this::job)))
                .toList();
    }

    private JobResult job(String id) {
        var job = nodes.api(0).get("/contacts/import/" + id, nodes.key(0)).body();
        return new JobResult(
                job.getString("state", "not there"),
                count(job, "totalRows"),
                count(job, "createdCount"),
                count(job, "updatedCount"),
                count(job, "failureCount"));
    }

    private static int count(JsonObject job, String name) {
        return job.getInteger(name, -1);
    }
}
