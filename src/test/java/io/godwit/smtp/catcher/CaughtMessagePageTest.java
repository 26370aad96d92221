package io.godwit.smtp.catcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.Browser;
import io.godwit.kit.ChromiumProgram;
import io.godwit.kit.TestServer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page {@code /dev/mailbox} as a browser shows it. Pictures of it are left in {@code target/screenshots}. */
class CaughtMessagePageTest {

    private static final String FIRST = "#messages li:first-child a";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Vertx VERTX = Vertx.vertx();
    private static final AtomicInteger CONNECTIONS = new AtomicInteger();
    private static final List<String> REQUESTS = new CopyOnWriteArrayList<>();

    private static TestServer server;
    private static Browser browser;
    private static HttpServer stranger;
    private static NetServer neighbour;

    @BeforeAll
    static void start() {
        var program = ChromiumProgram.whole();
        if (program.isEmpty()) {
            System.out.println("The page tests are skipped: there is no chromium on this machine");
        }
        assumeTrue(program.isPresent(), "There is no chromium on this machine");
        server = TestServer.start();
        browser = Browser.startApart(program.get());
        neighbour = VERTX.createNetServer()
                .connectHandler(ignored -> CONNECTIONS.incrementAndGet())
                .listen(0, "127.0.0.1")
                .await();
        stranger = VERTX.createHttpServer()
                .requestHandler(request -> {
                    REQUESTS.add(request.path());
                    request.response()
                            .putHeader("Content-Type", "text/html")
                            .end(request.path().equals("/control") ? hostile() : "");
                })
                .listen(0, "127.0.0.1")
                .await();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            browser.close();
            server.close();
        }
        VERTX.close().await();
    }

    @BeforeEach
    void clear() {
        server.call("DELETE", "/dev/mailbox/messages", "", "");
        browser.resize(1200, 800);
        browser.prefer("light");
        browser.open("about:blank");
    }

    @Test
    void aMailThatComesIsListedByItselfAndOpensWithAClick() {
        browser.open(server.baseUrl() + "/dev/mailbox");
        browser.await("document.querySelector('#count').innerText === '0 messages'");
        image("empty");
        assertThat(browser.text("#empty"))
                .contains("No message is caught yet", "curl " + server.baseUrl() + "/v1/send");
        browser.evaluate("window.notReloaded = true");

        send(CaughtMessageRoutesTest.mail("Your order \uD83D\uDCE6 is on its way", newsletter())
                .put("attachments", files()));
        browser.await("document.querySelectorAll('#messages li').length === 1");

        assertThat(browser.evaluate("window.notReloaded")).isEqualTo(true);
        assertThat(browser.text(FIRST)).contains("ada@example.com", "Your order \uD83D\uDCE6 is on its way", "Zoë");
        assertThat(browser.text("#count")).isEqualTo("1 message");

        browser.click(FIRST);
        browser.awaitInFrame("Two herons");

        assertThat(browser.text("#subject")).isEqualTo("Your order \uD83D\uDCE6 is on its way");
        assertThat(browser.text("#from")).contains("hello@example.test");
        assertThat(browser.text("#files")).contains("Rechnung für Ada.pdf");
        assertThat(browser.evaluate("document.querySelector('#view iframe').getAttribute('sandbox')"))
                .isEqualTo("allow-popups allow-popups-to-escape-sandbox");
        browser.awaitInFrame("Two herons, one godwit");
        assertThat(browser.complaints()).isEmpty();
        image("mail");
    }

    @Test
    void itsTabsShowTheTextTheHeadersAndTheSource() {
        send(CaughtMessageRoutesTest.mail("Tabs", "<h1>Tabs</h1><p>A paragraph</p>")
                .put("headers", new JsonObject().put("X-Reason", "für Ada")));
        open();
        browser.click(FIRST);

        browser.click("#tab-text");
        assertThat(browser.text("#view pre")).contains("A paragraph").doesNotContain("<h1>");

        browser.click("#tab-headers");
        assertThat(browser.text("#view table")).contains("X-Reason\tfür Ada", "DKIM-Signature");
        image("headers");

        browser.click("#tab-raw");
        assertThat(browser.text("#view pre")).contains("MIME-Version: 1.0", "multipart/alternative");

        browser.press("ArrowRight");
        browser.await("document.activeElement.id === 'tab-html'");
        browser.awaitInFrame("A paragraph");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aHostileMailRunsNothingAndReachesNobody() {
        browser.open("http://127.0.0.1:" + stranger.actualPort() + "/control");
        browser.await("document.title === 'owned'");
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() ->
                        REQUESTS.containsAll(List.of("/image", "/sheet", "/script", "/refresh", "/font", "/preload")));
        Awaitility.await().atMost(TIMEOUT).until(() -> CONNECTIONS.get() > 0);
        send(CaughtMessageRoutesTest.mail("<script>document.title='owned'</script>", hostile()));
        open();
        CONNECTIONS.set(0);
        REQUESTS.clear();

        browser.click(FIRST);
        browser.awaitInFrame("A stranger's words");
        browser.open(
                browser.evaluate("document.querySelector('#view iframe').src").toString());
        browser.await("document.body.innerText.includes(\"A stranger's words\")");

        Awaitility.await()
                .during(Duration.ofMillis(500))
                .atMost(TIMEOUT)
                .until(CaughtMessagePageTest::nobodyWasReached);
        assertThat(browser.evaluate("document.title")).isEqualTo("");
    }

    private static boolean nobodyWasReached() {

        return REQUESTS.isEmpty() && CONNECTIONS.get() == 0;
    }

    /** The content of a mail is text on the page: in the list, above the mail, in the header table. */
    @Test
    void markupOutsideTheBodyIsText() {
        var markup = "<img src=x onerror=document.title='owned'>";
        send(CaughtMessageRoutesTest.mail(markup, "<p>Body</p>")
                .put("from", new JsonObject().put("name", markup).put("email", "hello@example.test"))
                .put("headers", new JsonObject().put("X-Markup", markup))
                .put("attachments", new JsonArray().add(file("img src=x onerror=alert(1).txt", "text/plain"))));
        open();
        browser.click(FIRST);
        browser.click("#tab-headers");

        assertThat(browser.text("#subject")).isEqualTo(markup);
        assertThat(browser.text("#view table")).contains(markup);
        assertThat(browser.evaluate("document.querySelectorAll('#message img, #messages img').length"))
                .isEqualTo(0);
        assertThat(browser.evaluate("document.title")).isEqualTo("Mailbox · Godwit");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theListIsFilteredAndCleared() {
        send(CaughtMessageRoutesTest.mail("Invoice 7", "<p>Seven</p>"));
        send(CaughtMessageRoutesTest.mail("Welcome", "<p>Hello</p>"));
        open();
        browser.await("document.querySelectorAll('#messages li').length === 2");

        browser.click("#filter");
        browser.type("INVOICE");

        browser.await("document.querySelectorAll('#messages li').length === 1");
        assertThat(browser.text(FIRST)).contains("Invoice 7");
        assertThat(browser.text("#count")).isEqualTo("1 of 2");

        browser.evaluate("window.confirm = question => { window.asked = question; return true; }");
        browser.click("#clear");

        browser.await("document.querySelectorAll('#messages li').length === 0");
        assertThat(browser.evaluate("window.asked")).isEqualTo("Delete 2 messages?");
    }

    @Test
    void aNarrowWindowShowsTheListOrTheMailAndNothingIsCutOff() {
        browser.resize(400, 800);
        open();
        assertThat(cutOff()).isZero();
        image("narrow-empty");
        send(CaughtMessageRoutesTest.mail("A subject that is a good deal longer than a telephone is wide", newsletter())
                .put("attachments", files()));
        open();
        assertThat(cutOff()).isZero();
        image("narrow-list");

        browser.click(FIRST);
        browser.awaitInFrame("Two herons");
        assertThat(browser.evaluate("document.querySelector('.list').offsetParent"))
                .isNull();
        assertThat(cutOff()).isZero();
        image("narrow-mail");

        browser.click("#back");
        browser.await("document.querySelector('.list').offsetParent !== null");
    }

    @Test
    void itFollowsTheColoursOfTheSystem() {
        send(CaughtMessageRoutesTest.mail("Yesterday's tide", "<p>High</p>"));
        send(CaughtMessageRoutesTest.mail("By night", newsletter()).put("attachments", files()));
        open();
        browser.click(FIRST);
        browser.awaitInFrame("Two herons");
        var light = browser.evaluate("getComputedStyle(document.body).backgroundColor");

        browser.prefer("dark");

        image("dark");
        assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
                .isNotEqualTo(light);
    }

    /** Pixels by which the page is wider than the window. */
    private static int cutOff() {
        return (int) browser.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    }

    private static void open() {
        browser.open(server.baseUrl() + "/dev/mailbox");
        browser.await("document.querySelector('#count').innerText !== 'Loading…'");
    }

    private static void image(String name) {
        browser.screenshot(Path.of("target", "screenshots", "mailbox-" + name + ".png"));
    }

    private static void send(JsonObject mail) {
        var before = kept();
        assertThat(server.post("/v1/send", server.secretKey(0), mail).statusCode())
                .isEqualTo(200);
        Awaitility.await().atMost(TIMEOUT).until(() -> kept() > before);
    }

    private static int kept() {
        return new JsonArray(server.get("/dev/mailbox/messages?heads=true", "").body()).size();
    }

    private static String newsletter() {
        return """
                <body style="margin:0;background:#eef3f1;font-family:Georgia,serif">
                <table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px">
                <table width="560" style="max-width:100%;background:#fff;border-radius:8px">
                <tr><td style="padding:28px"><h1 style="color:#0f6b6b">Thank you, Ada</h1>
                <p>Two herons, one godwit and a tide table are on their way to you.</p>
                <p><a href="https://example.test/track">Follow the parcel</a></p></td></tr></table></td></tr></table></body>
                """;
    }

    private static JsonArray files() {
        return new JsonArray()
                .add(file("Rechnung für Ada.pdf", "application/pdf"))
                .add(file("tide.csv", "text/csv"));
    }

    private static JsonObject file(String name, String type) {
        return new JsonObject()
                .put("filename", name)
                .put("contentType", type)
                .put("content", Base64.getEncoder().encodeToString("content".getBytes(UTF_8)));
    }

    /** Every way we know by which a page runs or loads something; where nobody stops them they do, as the control page shows. */
    private static String hostile() {
        return """
                <base href="http://127.0.0.1:%1$d/"><meta http-equiv="refresh" content="1;url=/refresh">
                <script type="speculationrules">{"prefetch": [{"source": "list", "urls": ["/speculation"]}]}</script>
                <p>A stranger's words</p>
                <script>document.title = 'owned'; fetch('/script')</script>
                <script src="/script-file"></script>
                <img src="/image" onerror="fetch('/onerror')">
                <svg onload="fetch('/svg')"><image href="/svg-image"/></svg>
                <link rel="stylesheet" href="/sheet"><link rel="preload" as="image" href="/preload">
                <link rel="prefetch" href="/prefetch"><link rel="icon" href="/icon"><link rel="manifest" href="/manifest">
                <LINK/rel="preconnect" href="http://127.0.0.1:%2$d"><lin<link rel="dns-prefetch" href="http://127.0.0.1:%2$d">
                <style>@import url(/import); @font-face { font-family: x; src: url(/font) } p { font-family: x;
                background: url(/background) }</style>
                <picture><source srcset="/srcset"><img></picture><input type="image" src="/input">
                <table background="/table"></table><iframe src="/frame"></iframe><object data="/object"></object><embed src="/embed">
                <video src="/video" poster="/poster" autoplay></video><audio src="/audio" autoplay></audio>
                <input autofocus onfocus="fetch('/focus')">
                """.formatted(stranger.actualPort(), neighbour.actualPort());
    }
}
