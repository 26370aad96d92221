package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.JarServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The first minute with the jar on a fresh data directory: follow the printed link, send a mail, see it arrive. */
class FirstMailIT {

    private static final Duration PROMISED = Duration.ofSeconds(60);
    private static final Pattern LINK = Pattern.compile("http://\\S+(/app/welcome\\?token=\\S+)");

    @Test
    void aNewcomerSeesTheFirstMailArriveWithinAMinute() {
        try (var server = JarServer.start(Map.of());
                var browser = DashboardBrowser.at("http://localhost:" + server.port())) {
            var link = LINK.matcher(server.output());
            assertThat(link.find()).as("the console prints a link").isTrue();
            var opened = Instant.now();

            browser.visit(link.group(1).replaceFirst("^/app", "")).settled();
            browser.fill("password", "a sentence nobody else knows").press("Open the dashboard");
            browser.awaitText("Send your first email").press("Send it now").awaitText("It arrived in the mailbox");
            browser.browser().awaitInFrame("It works.");

            assertThat(Duration.between(opened, Instant.now())).isLessThan(PROMISED);
            browser.check("first-mail");
        }
    }
}
