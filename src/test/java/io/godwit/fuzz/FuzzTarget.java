package io.godwit.fuzz;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** The fuzz targets. Each has a folder of kept inputs below {@code src/test/resources/fuzz}, named like the constant. */
enum FuzzTarget {
    SMTP_SERVER(SmtpServerFuzzer.class, SmtpServerFuzzer::fuzzerTestOneInput),
    SMTP_CLIENT(SmtpClientFuzzer.class, SmtpClientFuzzer::fuzzerTestOneInput),
    MIME(MimeFuzzer.class, MimeFuzzer::fuzzerTestOneInput, "src/test/resources/bounces"),
    BOUNCES(BounceFuzzer.class, BounceFuzzer::fuzzerTestOneInput, "src/test/resources/bounces"),
    TEMPLATES(TemplateFuzzer.class, TemplateFuzzer::fuzzerTestOneInput, "src/test/resources/newsletters"),
    SEGMENT_FILTER(SegmentFilterFuzzer.class, SegmentFilterFuzzer::fuzzerTestOneInput),
    CONTACT_CSV(ContactCsvFuzzer.class, ContactCsvFuzzer::fuzzerTestOneInput),
    EMAIL_ADDRESS(EmailAddressFuzzer.class, EmailAddressFuzzer::fuzzerTestOneInput),
    CURSORS(CursorFuzzer.class, CursorFuzzer::fuzzerTestOneInput),
    TOKENS(TokenFuzzer.class, TokenFuzzer::fuzzerTestOneInput),
    MESSAGE_HEADER(MessageHeaderFuzzer.class, MessageHeaderFuzzer::fuzzerTestOneInput),
    SEND_BODY(SendBodyFuzzer.class, SendBodyFuzzer::fuzzerTestOneInput);

    private static final Path FOLDERS = Path.of("src/test/resources/fuzz");

    private final Class<?> type;
    private final Consumer<byte[]> method;
    private final List<Path> seeds;

    /** @param seeds folders of other tests whose files are inputs to begin with */
    FuzzTarget(Class<?> type, Consumer<byte[]> method, String... seeds) {
        this.type = type;
        this.method = method;
        this.seeds = Arrays.stream(seeds).map(Path::of).toList();
    }

    /** The class with the method {@code fuzzerTestOneInput}. */
    Class<?> type() {
        return type;
    }

    void run(byte[] octets) {
        method.accept(octets);
    }

    /** The name in {@code -Dfuzz.targets}. */
    String folderName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Path folder() {
        return FOLDERS.resolve(folderName());
    }

    List<Path> seeds() {
        return seeds;
    }
}
