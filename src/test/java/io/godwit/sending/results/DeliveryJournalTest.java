package io.godwit.sending.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.SystemTool;
import io.godwit.smtp.SmtpReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryJournalTest {

    @TempDir
    Path directory;

    @Test
    void whatWasAppendedIsFoundByTheNextProcess() throws IOException {
        var entry = entry("2.0.0", "Queued as ä");
        try (var journal = DeliveryJournal.open(directory)) {
            journal.append(entry);
        }

        try (var journal = DeliveryJournal.open(directory)) {
            assertThat(journal.found()).containsExactly(entry);
        }
    }

    @Test
    void aTornEntryHidesNothingBeforeIt() throws IOException {
        var entry = entry("", "Ok");
        try (var journal = DeliveryJournal.open(directory)) {
            journal.append(entry);
            journal.append(entry("", "Torn"));
        }
        shorten(segments().get(0), 3);

        try (var journal = DeliveryJournal.open(directory)) {
            assertThat(journal.found()).containsExactly(entry);
        }
    }

    @Test
    void anEntryWithAFlippedBitIsNotBelieved() throws IOException {
        try (var journal = DeliveryJournal.open(directory)) {
            journal.append(entry("", "Ok"));
        }
        var bytes = Files.readAllBytes(segments().get(0));
        bytes[30] ^= 1;
        Files.write(segments().get(0), bytes, StandardOpenOption.TRUNCATE_EXISTING);

        try (var journal = DeliveryJournal.open(directory)) {
            assertThat(journal.found()).isEmpty();
        }
    }

    @Test
    void theJournalDoesNotGrowWhenItsEntriesAreRecorded() throws IOException {
        try (var journal = DeliveryJournal.open(directory)) {
            for (var number = 0; number < 40_000; number++) {
                journal.append(entry("2.0.0", "Ok")).ifPresent(journal::recorded);
            }

            assertThat(segments()).hasSize(1);
        }
    }

    @Test
    void aSegmentStaysUntilTheLastOfItsEntriesIsRecorded() throws IOException {
        try (var journal = DeliveryJournal.open(directory)) {
            var segments = new ArrayList<DeliveryJournal.JournalFile>();
            for (var number = 0; number < 20_000; number++) {
                journal.append(entry("2.0.0", "Ok")).ifPresent(segments::add);
            }
            segments.subList(1, segments.size()).forEach(journal::recorded);

            assertThat(segments()).hasSize(2);
        }
    }

    @Test
    void whatAnEarlierProcessLeftCanBeForgotten() throws IOException {
        try (var journal = DeliveryJournal.open(directory)) {
            journal.append(entry("", "Ok"));
        }
        try (var journal = DeliveryJournal.open(directory)) {
            journal.append(entry("", "New"));
            journal.deleteReplayed();
        }

        try (var journal = DeliveryJournal.open(directory)) {
            assertThat(journal.found()).hasSize(1);
            assertThat(journal.found().get(0).reply().text()).isEqualTo("New");
        }
    }

    @Test
    void twoSendersCannotShareAJournal() throws IOException {
        try (var journal = DeliveryJournal.open(directory)) {
            assertThat(journal.isWritable()).isTrue();

            assertThatThrownBy(() -> DeliveryJournal.open(directory))
                    .rootCause()
                    .hasMessageContaining("Another server");
        }
    }

    @Test
    void aJournalThatCannotBeWrittenSaysSo() throws IOException {
        try (var journal = DeliveryJournal.open(directory)) {
            Files.delete(directory.resolve("lock"));
            Files.delete(directory.resolve("dots"));
            Files.delete(directory);

            assertThat(journal.isWritable()).isFalse();
            assertThat(journal.append(entry("", "Ok"))).isEmpty();
        }
    }

    /** On a disk of a page or two: a file can still be made there when no byte fits. */
    @Test
    void aJournalOnAFullDiskSaysSoUntilThereIsSpace() throws IOException {
        assumeTrue(
                SystemTool.succeeds("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", directory.toString()),
                "This user may not mount a small disk");
        try (var journal = DeliveryJournal.open(directory)) {
            var filler = directory.resolve("filler");
            fill(filler);

            assertThat(journal.isWritable()).isFalse();
            assertThat(segments()).isEmpty();

            Files.delete(filler);
            assertThat(journal.isWritable()).isTrue();
        } finally {
            SystemTool.succeeds("umount", directory.toString());
        }
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            out.write(new byte[4096]);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    private List<Path> segments() throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".journal")).toList();
        }
    }

    private static void shorten(Path file, int bytes) throws IOException {
        try (var channel = java.nio.channels.FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - bytes);
        }
    }

    private static JournalEntry entry(String enhanced, String text) {
        return new JournalEntry(
                new ProjectId(UUID.randomUUID()),
                new EmailId(UUID.randomUUID()),
                2,
                7,
                Instant.ofEpochMilli(1_795_000_000_000L),
                new SmtpReply(250, Optional.of(enhanced).filter(code -> !code.isEmpty()), text));
    }
}
