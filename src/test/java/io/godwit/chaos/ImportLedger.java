package io.godwit.chaos;

import static java.util.stream.Collectors.groupingBy;

import io.godwit.chaos.Observation.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Files that callers have imported, and the contacts that have come of them.
 *
 * @param rows the contacts at addresses that only imported files name, each as often as it is stored
 */
record ImportLedger(List<ImportedFile> files, List<ImportedRow> rows) {

    /**
     * A file.
     *
     * @param addresses those of its rows that are nobody's yet
     * @param known rows of contacts there were before
     * @param broken rows without a usable address
     * @param job the job of an accepted file, as the API shows it in the end
     */
    record ImportedFile(
            String name, Outcome outcome, Set<String> addresses, int known, int broken, Optional<JobResult> job) {}

    /** A job and its counts of rows. */
    record JobResult(String state, int total, int created, int updated, int failed) {}

    /** @param file the name of the file, which each of its rows carries */
    record ImportedRow(String file, String address) {}

    ImportLedger copy() {
        return new ImportLedger(new ArrayList<>(files), new ArrayList<>(rows));
    }

    /** Passes on each broken invariant with an example. */
    void check(BiConsumer<FaultInvariant, String> found) {
        var fileToRows = rows.stream().collect(groupingBy(ImportedRow::file));
        for (var file : files) {
            checkRows(file, fileToRows.getOrDefault(file.name(), List.of()), found);
            if (file.outcome() == Outcome.ACCEPTED) {
                checkJob(file, found);
            }
        }
        rows.stream().collect(groupingBy(ImportedRow::address)).forEach((address, stored) -> {
            if (stored.size() > 1) {
                found.accept(FaultInvariant.NO_PHANTOM, address + " is imported " + stored.size() + " times");
            }
        });
        var wanted = files.stream()
                .filter(file -> file.outcome() != Outcome.REFUSED)
                .flatMap(file -> file.addresses().stream())
                .collect(Collectors.toSet());
        rows.stream()
                .filter(row -> !wanted.contains(row.address()))
                .forEach(row -> found.accept(
                        FaultInvariant.NO_PHANTOM, row.address() + " is imported and in no file that was accepted"));
    }

    /** Of a file that may have been accepted or not, all rows are stored or none. */
    private static void checkRows(
            ImportedFile file, List<ImportedRow> stored, BiConsumer<FaultInvariant, String> found) {
        var missing = new HashSet<>(file.addresses());
        stored.forEach(row -> missing.remove(row.address()));
        var isDue = file.outcome() == Outcome.ACCEPTED || (file.outcome() == Outcome.UNCLEAR && !stored.isEmpty());
        if (isDue && !missing.isEmpty()) {
            found.accept(
                    FaultInvariant.NO_LOSS,
                    missing.size() + " rows of " + file.name() + " are not stored, one of them "
                            + missing.iterator().next());
        }
    }

    private static void checkJob(ImportedFile file, BiConsumer<FaultInvariant, String> found) {
        var state = file.job().map(JobResult::state).orElse("not there");
        var rows = file.addresses().size() + file.known() + file.broken();
        var due = new JobResult(state, rows, file.addresses().size(), file.known(), file.broken());
        if (state.equals("waiting") || state.equals("active")) {
            found.accept(FaultInvariant.LIVENESS, "the job of " + file.name() + " is " + state);
        } else if (!state.equals("completed")) {
            found.accept(FaultInvariant.NO_LOSS, "the job of " + file.name() + " is " + state);
        } else if (!file.job().equals(Optional.of(due))) {
            found.accept(
                    FaultInvariant.COUNTS, "the job of " + file.name() + " shows " + file.job() + " and not " + due);
        }
    }
}
