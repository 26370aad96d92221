package io.godwit;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names are the field's standard terms, one for each idea; comments refer to what is in the repository. */
@Tag("slow")
final class NamingTest {

    /** A name made of several words, which no sentence contains by chance. */
    private static final Pattern COMPOUND = Pattern.compile(".*[a-z][A-Z].*");

    private static final Pattern WORD = Pattern.compile("(?<![\\w-])[A-Z]\\w+");

    /** A type as Javadoc and Markdown name it. */
    private static final Pattern TYPE_IN_TEXT = Pattern.compile("(?:\\{@(?:code|link) |`)([A-Z]\\w+)\\b(?=[ }#.`(])");

    private static final List<String> RETIRED = BannedWords.lines("retired-types.txt");

    /** The beginning of a comment that a verb with its object or a noun phrase should be. */
    private static final Pattern QUESTION = Pattern.compile(
            "(?:/\\*\\*?\\s+(?:\\*\\s+)?|(?m:^.*(?<![:\"])// ))(?:What|Which|Who|Whom|Whose|Whether|How|Where|Why"
                    + "|Whoever|Whatever)\\b[^*\\n]*");

    /** A started loop, and its name up to the part that is computed. */
    private static final Pattern LOOP = Pattern.compile("PollLoop\\.start\\(\\s*\\w+, \"([^\"]+)\"");

    /** The place of the feature in {@code src/main/java/io/godwit/jobs/…}. */
    private static final int FEATURE_IN_PATH = 5;

    private static final Pattern TEXT_BLOCK = Pattern.compile("\"\"\".*?\"\"\"", Pattern.DOTALL);

    private static final Pattern PAPER =
            Pattern.compile("\\b(?:decisions|design|spec|reliability|resilience|delivery)\\.md\\b"
                    + "|reliability reference|attacks we expect");

    /** Metaphors that comments said, except as words of the API in code ({@code books}). */
    private static final Pattern METAPHOR = Pattern.compile(
            "(?<!\\{@code )\\b(?:doors?|ladders?|needles?|journeys?|books|shel(?:f|ves)|errands?|porters?|roads?|letterbox"
                    + "|the house|knocks?)\\b",
            Pattern.CASE_INSENSITIVE);

    /** The beginning of a line of a comment, in Java, SQL and TypeScript. */
    private static final Pattern COMMENT_LINE = Pattern.compile("\\{?/\\*|\\*|//|--");

    /** A letter or two with a number, as lists of cases have them; names of standards look alike. */
    private static final Pattern CASE_CODE = Pattern.compile("\\b[A-Z]{1,2}-\\d{1,2}\\b|\\(G-[A-Z]{3,}");

    @Test
    void noTopLevelTypeHasTheSimpleNameOfAnother() {
        var nameToTypes = LoadedClasses.main()
                .filter(type -> type.getEnclosingClass() == null
                        && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(Class::getSimpleName));

        assertThat(nameToTypes.values()).allSatisfy(types -> assertThat(types).hasSize(1));
    }

    @Test
    void noNameOfTheProductContainsABannedWord() {
        var banned = BannedWords.ofMain();

        assertThat(LoadedClasses.main().flatMap(NamesInUse::of))
                .filteredOn(banned::isIn)
                .isEmpty();
        assertThat(NamesInUse.ofLocals()).filteredOn(banned::isIn).isEmpty();
        assertThat(NamesInUse.ofMigrations()).filteredOn(banned::isIn).isEmpty();
        assertThat(NamesInUse.ofSettings()).filteredOn(banned::isIn).isEmpty();
        assertThat(NamesInUse.ofMetricsAndMessages()).filteredOn(banned::isIn).isEmpty();
        assertThat(NamesInUse.ofLogs()).filteredOn(banned::isIn).isEmpty();
    }

    @Test
    void noNameInTheSqlOfTheProductContainsABannedWord() {
        assertThat(NamesInUse.ofSql()).filteredOn(BannedWords.ofSql()::isIn).isEmpty();
    }

    @Test
    void noNestedTypeRepeatsTheNameOfItsOuterType() {
        assertThat(LoadedClasses.main().filter(NamingTest::repeatsOuterName)).isEmpty();
        assertThat(repeatsOuterName(Repeated.RepeatedRow.class)).isTrue();
        assertThat(repeatsOuterName(FrontDoor.Row.class)).isFalse();
    }

    private static boolean repeatsOuterName(Class<?> type) {
        return type.getEnclosingClass() != null
                && !type.isAnonymousClass()
                && type.getSimpleName().contains(type.getEnclosingClass().getSimpleName());
    }

    /** A fixture whose nested type repeats its name. */
    static final class Repeated {

        record RepeatedRow(int number) {}
    }

    @Test
    void noTypeOfTheProductHasAWordThatIsOnlyShortForItsTerm() {
        assertThat(LoadedClasses.main().map(type -> type.getName() + "#" + type.getSimpleName()))
                .filteredOn(BannedWords.ofTypes()::isIn)
                .isEmpty();
    }

    @Test
    void noNameOfATestContainsAMetaphor() {
        assertThat(LoadedClasses.all().filter(type -> !isFixture(type)).flatMap(NamesInUse::of))
                .filteredOn(BannedWords.ofAll()::isIn)
                .isEmpty();
    }

    @Test
    void noRetiredNameIsLeft() {
        assertThat(LoadedClasses.all().filter(type -> !isFixture(type)).map(Class::getSimpleName))
                .filteredOn(RETIRED::contains)
                .isEmpty();
        assertThat(sources().flatMap(file -> retiredIn(file.text()).map(name -> file.path() + ": " + name)))
                .isEmpty();
    }

    @Test
    void eachKindOfNameIsSearched() {
        assertThat(LoadedClasses.all().filter(NamingTest::isFixture).flatMap(NamesInUse::of))
                .filteredOn(BannedWords.ofMain()::isIn)
                .extracting(name -> name.substring(name.lastIndexOf('#') + 1))
                .contains("FrontDoor", "lastTurn", "ERRAND", "openDoor", "letterText", "kept");
        assertThat(NamesInUse.ofMigrations()).anyMatch(name -> name.endsWith("#outbox_due"));
        assertThat(NamesInUse.ofLocals())
                .anyMatch(name -> name.endsWith("/PollLoop.java#ended"))
                .anyMatch(name -> name.endsWith("/PollLoop.java#thrown"))
                .anyMatch(name -> name.endsWith("/PollLoop.java#loop"));
        assertThat(NamesInUse.ofSql())
                .anyMatch(name -> name.endsWith("/OutboxClaimStore.java#since_first_attempt"))
                .anyMatch(name -> name.endsWith("/ProjectStore.java#projects"))
                .noneMatch(name -> name.endsWith("#SELECT"));
        assertThat(NamesInUse.ofSettings()).anyMatch(name -> name.endsWith("#lame-duck"));
        assertThat(NamesInUse.ofMetricsAndMessages())
                .anyMatch(name -> name.endsWith("#godwit.sending.queue"))
                .anyMatch(name -> name.endsWith("#sending.queued"))
                .anyMatch(name -> name.endsWith("#jobs-claim"));
        assertThat(NamesInUse.ofLogs()).anyMatch(name -> name.endsWith("#Godwit is ready"));
        assertThat(retiredIn("see {@link Shelf#a} of `Rota`, and MoneySettings"))
                .hasSize(3);
        assertThat(retiredIn("A shelf. The Money of Amazon")).isEmpty();
    }

    @Test
    void theNameOfALoopBeginsWithItsFeature() {
        var loops = NamesInUse.files("src/main/java", ".java")
                .flatMap(file -> LOOP.matcher(file.text())
                        .results()
                        .map(loop -> file.path().getName(FEATURE_IN_PATH) + ": " + loop.group(1)))
                .toList();

        assertThat(loops).hasSizeGreaterThan(30).allMatch(loop -> loop.matches("([a-z]+): \\1-[a-z-]+"));
    }

    @Test
    void aMetaphorIsFound() {
        assertThat(Stream.of("FrontDoor", "DoorTest", "SMTPDoor", "smtp_door", "godwit.door.open"))
                .allMatch(BannedWords.ofAll()::isIn);
        assertThat(Stream.of("Outdoor", "DeadLetterStore", "Returns", "Roadmap"))
                .noneMatch(BannedWords.ofAll()::isIn);
        assertThat(Stream.of("RelayBreaker", "OpenBreakers")).allMatch(BannedWords.ofTypes()::isIn);
        assertThat(Stream.of("RelayCircuitBreaker", "OpenCircuitBreakers")).noneMatch(BannedWords.ofTypes()::isIn);
    }

    private static Stream<NamesInUse.SourceFile> sources() {
        return Stream.of(".java", ".sql", ".yaml", ".md", ".ts", ".tsx")
                .flatMap(ending -> NamesInUse.files("src", ending))
                .filter(file -> !file.path().endsWith("NamingTest.java"));
    }

    /** Retired names of several words anywhere, and others where a text names a type. */
    private static Stream<String> retiredIn(String text) {
        return Stream.concat(
                        WORD.matcher(text).results().map(MatchResult::group).filter(COMPOUND.asMatchPredicate()),
                        TYPE_IN_TEXT.matcher(text).results().map(match -> match.group(1)))
                .filter(RETIRED::contains)
                .distinct();
    }

    private static boolean isFixture(Class<?> type) {
        return type.getName().startsWith(NamingTest.class.getName() + "$");
    }

    /** A fixture that breaks the rules in each kind of name. */
    enum FrontDoor {
        ERRAND;

        static final class Holder {

            final int lastTurn = 1;

            int openDoor(String letterText) {
                return lastTurn + letterText.length();
            }
        }

        record Row(int kept) {}
    }

    @Test
    void noCommentRefersToAPaperThatIsNotHere() {
        assertThat(comments()).filteredOn(line -> PAPER.matcher(line).find()).isEmpty();
    }

    @Test
    void noCommentGivesTheCodeOfACase() {
        assertThat(comments())
                .filteredOn(line -> CASE_CODE.matcher(line).find())
                .isEmpty();
    }

    @Test
    void noCommentSaysAMetaphor() {
        assertThat(Stream.concat(comments().stream(), pages()))
                .filteredOn(line -> !line.contains("NamingTest.java"))
                .filteredOn(line -> METAPHOR.matcher(line).find())
                .isEmpty();
        assertThat(pages()).anyMatch(line -> line.startsWith("src/main/dashboard/docs/"));
        assertThat(comments()).anyMatch(line -> line.matches(".*\\.tsx: .*"));
    }

    @Test
    void noCommentBeginsAsAQuestion() {
        assertThat(Stream.concat(
                                Stream.of("src/main/java", "src/test/java")
                                        .flatMap(folder -> NamesInUse.files(folder, ".java")),
                                TypeScriptNames.sources())
                        .filter(file -> !file.path().endsWith("NamingTest.java"))
                        .flatMap(file -> questionsIn(file.text()).map(comment -> file.path() + ": " + comment)))
                .isEmpty();
    }

    @Test
    void aQuestionIsFound() {
        assertThat(questionsIn("/** Whether it runs. */ int a; /**\n * What it is.\n */ int b; // Who calls\n"))
                .hasSize(3);
        assertThat(questionsIn("<p>{/* Which one. */}</p>")).hasSize(1);
        assertThat(questionsIn("/** Tells whether it runs. */ // When it ends, so does that. A howl\n"))
                .isEmpty();
    }

    @Test
    void aMetaphorInACommentIsFound() {
        assertThat(Stream.of("// through the front door", "/** The rules of the house. */", "// The ladder begins"))
                .allMatch(comment -> METAPHOR.matcher(comment).find());
        assertThat(Stream.of("// outdoors", "// the counts in {@code books}", "// the household"))
                .noneMatch(comment -> METAPHOR.matcher(comment).find());
    }

    private static Stream<String> questionsIn(String source) {
        return QUESTION.matcher(TEXT_BLOCK.matcher(source).replaceAll(""))
                .results()
                .map(MatchResult::group);
    }

    /** The lines of comments of all sources, with their files. */
    private static List<String> comments() {
        return Stream.of(".java", ".sql", ".ts", ".tsx")
                .flatMap(ending -> NamesInUse.files("src", ending))
                .flatMap(NamingTest::commentLines)
                .toList();
    }

    private static Stream<String> commentLines(NamesInUse.SourceFile file) {
        return linesOf(file)
                .filter(line -> COMMENT_LINE.matcher(line).lookingAt())
                .map(line -> file.path() + ": " + line);
    }

    /** The lines of the pages of the site and of the guides, but the page that lists the words not to say. */
    private static Stream<String> pages() {
        return NamesInUse.files("src", ".md")
                .filter(file -> !file.path().endsWith("vocabulary.md"))
                .flatMap(file -> linesOf(file).map(line -> file.path() + ": " + line));
    }

    private static Stream<String> linesOf(NamesInUse.SourceFile file) {
        return file.text().lines().map(String::strip);
    }
}
