package io.godwit.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the kept inputs of all fuzz targets once each: the seeds, and those that once found a fault. */
class FuzzCorpusTest {

    @TestFactory
    Stream<DynamicContainer> everyKeptInputIsHandledWell() {
        return Stream.of(FuzzTarget.values())
                .map(target -> DynamicContainer.dynamicContainer(
                        target.folderName(),
                        files(target.folder()).stream()
                                .map(file -> DynamicTest.dynamicTest(
                                        file.getFileName().toString(), () -> target.run(Files.readAllBytes(file))))));
    }

    @Test
    void everyTargetHasKeptInputs() {
        assertThat(FuzzTarget.values())
                .allSatisfy(target -> assertThat(files(target.folder())).hasSizeBetween(1, 45));
    }

    @Test
    void anEmptyInputIsHandledByEveryTarget() {
        assertThat(FuzzTarget.values()).allSatisfy(target -> target.run(new byte[0]));
    }

    @Test
    void aBrokenInvariantIsFound() {
        assertThatThrownBy(() -> StrictSmtpReader.read("DATA\r\n".getBytes(StandardCharsets.US_ASCII), "x\r\n", false))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> SqlVocabulary.check("SELECT c.id FROM contacts c WHERE c.email = 'ada'"))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> Invariant.oneLine("a\nb", "One line")).isInstanceOf(AssertionError.class);
    }

    private static List<Path> files(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException missing) {
            throw new AssertionError("There is no folder " + folder, missing);
        }
    }
}
