package io.godwit.smtp.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.rules.MessageRules;
import io.godwit.smtp.SampleMessages;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The lines of header fields. */
class HeaderFieldTest {

    /** A line of blanks alone ends the header for some programs (RFC 5322 §2.2.3). */
    @Test
    void noFoldedLineIsBlank() {
        for (var length = 50; length < 90; length++) {
            var subject = "x".repeat(length) + "   " + "y".repeat(90);
            var message = MessageBuilder.build(SampleMessages.message(subject, "<p>x</p>"));

            var header = new String(message, StandardCharsets.ISO_8859_1).split("\r\n\r\n")[0];
            assertThat(header.lines()).as(subject).noneMatch(String::isBlank);
            assertThat(MimeReader.read(message).headers()).containsEntry("Subject", subject);
        }
        var blanks = "x" + " ".repeat(990) + "y";
        var built = MessageBuilder.build(SampleMessages.message(blanks, "<p>x</p>"));
        assertThat(MessageRules.broken(built)).isEmpty();
        assertThat(MimeReader.read(built).headers()).containsEntry("Subject", blanks);
    }
}
