package io.godwit.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.TestCrypto;
import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TrackingRewriterTest {

    private static final String BASE = "https://mail.example.test";

    private static final ProjectId PROJECT = new ProjectId(UUID.randomUUID());

    private static final Pattern TRACKED = Pattern.compile(BASE + "/c/[^/]+/([A-Za-z0-9_-]+)");

    private final TrackingRewriter marks = new TrackingRewriter(BASE, new TrackingTokenCodec(TestCrypto.some()));

    @ParameterizedTest
    @CsvSource({
        "https://shop.example.com/sale?q=a b, https://shop.example.com/sale?q=a%20b",
        "https://shop.example.com/ärmel, https://shop.example.com/%C3%A4rmel",
        "https://straße.de/a, https://xn--strae-oqa.de/a",
        "https://bücher.example:8080/ä, https://xn--bcher-kva.example:8080/%C3%A4",
        "https://shop.example.com/%20?x=1&amp;y=ü, https://shop.example.com/%20?x=1&y=%C3%BC"
    })
    void aLinkWithBlanksOrCharactersBeyondAsciiIsFollowedAsABrowserWouldRequestIt(String written, String asked) {
        var found = TRACKED.matcher(marked(written));

        assertThat(found.find()).isTrue();
        assertThat(new String(Base64.getUrlDecoder().decode(found.group(1)), StandardCharsets.UTF_8))
                .isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ü", "#ü", "/ü b", "mailto:zoë@example.com", "tel:1 2", "https://a.example/never ends>text</a"})
    void whatIsNoWebAddressIsLeftAsItIs(String written) {
        assertThat(marked(written)).contains("href=\"" + written + "\"").doesNotContain(BASE + "/c/");
    }

    private String marked(String address) {
        return marks.links(PROJECT, new EmailId(UUID.randomUUID()), BASE)
                .addTracking("<p><a href=\"" + address + "\">x</a></p>");
    }
}
