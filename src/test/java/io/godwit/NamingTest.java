package io.godwit;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names are the field's standard terms, one for each idea; comments refer to what is in the repository. */
@Tag("slow")
final class NamingTest {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.godwit");

    private static final JavaClasses ALL = new ClassFileImporter().importPackages("io.godwit");

    private static final Set<String> METAPHORS = Set.of(
            "Desk",
            "Shelf",
            "Books",
            "Till",
            "Court",
            "Errand",
            "Workshop",
            "Household",
            "Letter",
            "Letters",
            "Road",
            "Roads",
            "Door",
            "Room",
            "Rooms",
            "Walk",
            "Turn",
            "Turns",
            "Journey",
            "Rota",
            "Ladder",
            "Needle",
            "Remains",
            "Standing",
            "Conduct",
            "Trouble",
            "Suspects",
            "Newcomers",
            "Porter",
            "Vault",
            "Voice",
            "Wording",
            "Wordings");

    /** A message that was given up for good, as message queues call it. */
    private static final String STANDARD_TERM = "DeadLetter";

    private static final Pattern WORD_START = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private static final Pattern PAPER =
            Pattern.compile("\\b(?:decisions|design|spec|reliability|resilience|delivery)\\.md\\b"
                    + "|reliability reference|attacks we expect");

    /** A letter or two with a number, as lists of cases have them; names of standards look alike. */
    private static final Pattern CASE_CODE = Pattern.compile("\\b[A-Z]{1,2}-\\d{1,2}\\b");

    @Test
    void noTopLevelTypeHasTheSimpleNameOfAnother() {
        var nameToTypes = MAIN.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getSimpleName));

        assertThat(nameToTypes.values()).allSatisfy(types -> assertThat(types).hasSize(1));
    }

    @Test
    void noTypeIsNamedByAMetaphor() {
        assertThat(ALL.stream().filter(type -> !type.isAnonymousClass()).map(JavaClass::getSimpleName))
                .filteredOn(NamingTest::isMetaphor)
                .isEmpty();
    }

    @Test
    void aMetaphorIsFound() {
        assertThat(Stream.of("FrontDoor", "DoorTest", "SMTPDoor")).allMatch(NamingTest::isMetaphor);
        assertThat(Stream.of("Outdoor", "DeadLetterStore", "Returns", "Roadmap"))
                .noneMatch(NamingTest::isMetaphor);
    }

    private static boolean isMetaphor(String name) {
        return Arrays.stream(WORD_START.split(name.replace(STANDARD_TERM, ""))).anyMatch(METAPHORS::contains);
    }

    @Test
    void noCommentRefersToAPaperThatIsNotHere() throws IOException {
        assertThat(comments()).filteredOn(line -> PAPER.matcher(line).find()).isEmpty();
    }

    @Test
    void noCommentGivesTheCodeOfACase() throws IOException {
        assertThat(comments())
                .filteredOn(line -> CASE_CODE.matcher(line).find())
                .isEmpty();
    }

    /** The lines of comments of all sources, with their files. */
    private static List<String> comments() throws IOException {
        try (var files = Stream.concat(Files.walk(Path.of("src/main")), Files.walk(Path.of("src/test")))) {
            return files.filter(file -> file.toString().matches(".*\\.(java|sql)"))
                    .flatMap(NamingTest::commentLines)
                    .toList();
        }
    }

    private static Stream<String> commentLines(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.strip().matches("(/\\*|\\*|//|--).*"))
                    .map(line -> file + ": " + line.strip());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
