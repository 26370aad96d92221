package io.godwit.smtp.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.rules.MessageRules;
import io.godwit.smtp.MimeParsedMessage;
import io.godwit.smtp.SampleMessages;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttachmentNameTest {

    @Test
    void aLongNameOfAnAttachmentMakesNoLongLine() {
        var name = "\u8acb\u6c42\u66f8".repeat(60) + ".pdf";
        var file = new Attachment(name, "application/pdf", false, Optional.empty(), new byte[] {1});

        var parsed = built(SampleMessages.with(SampleMessages.message(), List.of(), List.of(file)));

        assertThat(parsed.leaves().get(2).getHeader().toString().lines()).allMatch(line -> line.length() < 998);
        assertThat(parsed.leaves().get(2).getFilename()).isEqualTo(name);
    }

    @Test
    void theLongestNameKeepsItsExtension() {
        var name = "a".repeat(251) + ".pdf";
        var file = new Attachment(name, "application/pdf", false, Optional.empty(), new byte[] {1});

        var parsed = built(SampleMessages.with(SampleMessages.message(), List.of(), List.of(file)));

        assertThat(parsed.leaves().get(2).getFilename()).isEqualTo(name);
    }

    private static MimeParsedMessage built(Message message) {
        var bytes = MessageBuilder.build(message);
        assertThat(MessageRules.broken(bytes))
                .as(() -> new String(bytes, 0, Math.min(bytes.length, 2_000), StandardCharsets.ISO_8859_1))
                .isEmpty();
        return MimeParsedMessage.of(bytes);
    }
}
