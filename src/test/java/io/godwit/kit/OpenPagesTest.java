package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OpenPagesTest {

    private static final Path FOLDER = Path.of("target/screenshots/failures");

    @Test
    void aPictureAndATextOfEachOpenPageAreKept() throws IOException {
        try (var first = DashboardBrowser.at("http://localhost:1").mayComplain();
                var second = DashboardBrowser.at("http://localhost:1")) {
            first.browser().evaluate("document.body.innerText = 'Of the first'");
            first.browser().evaluate("console.error('planted')");
            second.browser().evaluate("document.body.innerText = 'Of the second'");

            OpenPages.record("kept");
        }

        assertThat(FOLDER.resolve("kept.png")).isNotEmptyFile();
        assertThat(FOLDER.resolve("kept.txt")).content().contains("about:blank", "Of the first", "planted");
        assertThat(FOLDER.resolve("kept-2.txt")).content().contains("Of the second");
        Files.delete(FOLDER.resolve("kept-2.txt"));
    }

    @Test
    void nothingIsKeptOfAPageThatIsClosed() {
        DashboardBrowser.at("http://localhost:1").close();

        OpenPages.record("closed");

        assertThat(FOLDER.resolve("closed.png")).doesNotExist();
    }
}
