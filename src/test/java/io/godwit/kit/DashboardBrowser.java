package io.godwit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A browser on the dashboard of a server. A test opens pages in it, acts as a person does, and checks each page: no violation of
 * WCAG 2.2 AA that axe finds, a silent console, no scrolling to the side, a picture for people in {@code target/screenshots}.
 */
public final class DashboardBrowser implements AutoCloseable {

    /** Width to height of the windows every page is checked in, in CSS pixels. */
    private static final Map<Integer, Integer> SIZES = Map.of(1280, 860, 375, 812);

    private static final List<String> THEMES = List.of("light", "dark");
    private static final Path AXE = Path.of("target/dashboard/axe.min.js");
    private static final Path SCREENSHOTS = Path.of("target/screenshots/dashboard");

    /** Leaves out the place from which screen readers are told what was said a moment ago: it names what may be gone. */
    private static final String VIOLATIONS =
            "axe.run({exclude: [['[data-live-announcer]']]}, {runOnly: [%s], resultTypes: ['violations'],"
                    + " preload: {assets: ['media']}})"
                    + ".then(found => found.violations.map(each => each.id + ': ' + each.nodes.map(node => node.target + ' '"
                    + " + node.failureSummary).join('; ')).join('\\n'))";

    private static final String WCAG = "'wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'";

    /** The rules of axe whose outcome depends on the width. */
    private static final String LAYOUT =
            "'color-contrast', 'target-size', 'scrollable-region-focusable', 'link-in-text-block'";

    /** The rules of axe whose outcome colours decide. */
    private static final String CONTRAST = "'color-contrast', 'link-in-text-block'";

    /** Elements that fade in have no contrast yet; what turns for ever, such as a spinner, is not waited for. */
    static final String STILL = "document.getAnimations().every(each => each.playState !== 'running'"
            + " || each.effect?.getComputedTiming().endTime === Infinity)";

    private static final String AT_REST = "performance.now() - Math.max(%s,"
            + " ...performance.getEntriesByType('resource').map(each => each.responseEnd)) > 1000";

    /** A name of the server that browsers do not trust without TLS. */
    public static final String PLAIN_HOST = Chromium.PLAIN_HOST;

    private final String baseUrl;
    private final Browser browser;
    private final List<DashboardBrowser> tabs = new ArrayList<>();
    private String project = "";
    private String password = "";
    private boolean mayComplain;

    private DashboardBrowser(String baseUrl, Browser browser) {
        this.baseUrl = baseUrl;
        this.browser = browser;
        OpenPages.add(browser);
    }

    /** Skips the test where there is no Chromium, or where the dashboard was not built. */
    public static DashboardBrowser start(TestServer server) {
        return start(server, "localhost");
    }

    /** The same in a browser as its users have it, where a tab behind another one is hidden and slow. */
    public static DashboardBrowser startApart(TestServer server) {
        var program = ChromiumProgram.whole();
        assumeTrue(program.isPresent(), "There is no chromium on this machine");
        return of(server, at(server.baseUrl(), Browser.startApart(program.get())));
    }

    static DashboardBrowser start(TestServer server, String host) {
        return of(server, at(server.baseUrl().replace("localhost", host)));
    }

    private static DashboardBrowser of(TestServer server, DashboardBrowser started) {
        started.project = server.projectId(0);
        started.password = server.password();
        return started;
    }

    /** The same for a server of which only the address is known. */
    public static DashboardBrowser at(String baseUrl) {
        var program = ChromiumProgram.installed();
        assumeTrue(program.isPresent(), "There is no chromium on this machine");
        return at(baseUrl, Browser.start(program.get()));
    }

    private static DashboardBrowser at(String baseUrl, Browser browser) {
        assumeTrue(Files.exists(AXE), "The dashboard was not built");
        var started = new DashboardBrowser(baseUrl, browser);
        started.show("light", 1280);
        return started;
    }

    /** Another tab of the same browser; it ends with the browser. */
    public DashboardBrowser tab() {
        var other = new DashboardBrowser(baseUrl, browser.tab());
        other.project = project;
        other.password = password;
        other.show("light", 1280);
        tabs.add(other);
        return other;
    }

    /** The address of the server, as the browser knows it. */
    public String baseUrl() {
        return baseUrl;
    }

    public Browser browser() {
        return browser;
    }

    /** Signs the owner of the demo projects in, without the form. */
    public DashboardBrowser signIn() {
        return signIn("demo@example.test", password);
    }

    public DashboardBrowser signIn(String email, String secret) {
        var credentials = new JsonObject().put("email", email).put("password", secret);
        var answer = fetch(
                "'/auth/login', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify("
                        + credentials.encode() + ")}");
        assertThat(String.valueOf(answer)).contains("\"success\":true");
        return this;
    }

    /** Ends the session, without the menu. */
    public void signOut() {
        fetch("'/auth/logout'");
    }

    /** Asks from a page of the server that loads nothing, because a page of the dashboard takes a third of a second to load. */
    private Object fetch(String request) {
        browser.bypassPolicy(true);
        try {
            browser.open(baseUrl + "/health/live");
            return browser.evaluate("fetch(" + request + ").then(answer => answer.text())");
        } finally {
            browser.bypassPolicy(false);
        }
    }

    /** Opens a page of the first project, such as {@code contacts}, or with a slash one of no project, such as {@code /account}. */
    public DashboardBrowser open(String path) {
        return visit(path).settled();
    }

    /** The same without waiting for what belongs on the page. */
    public DashboardBrowser visit(String path) {
        browser.open(address(path));
        return this;
    }

    private String address(String path) {
        var below = path.isEmpty() ? "" : "/" + path;
        return baseUrl + "/app" + (path.startsWith("/") ? path : "/p/" + project + below);
    }

    /** Waits until the page has its heading and everything on it is loaded. */
    public DashboardBrowser settled() {
        browser.await(
                "document.querySelector('h1, .empty h2') !== null && document.querySelector('.skeleton') === null");
        return this;
    }

    /** Waits until news come, and the page has read anew what it shows since its stream is open. */
    public DashboardBrowser awaitNews() {
        awaitText("Live");
        browser.await(AT_REST.formatted(browser.evaluate("performance.now()")));
        return this;
    }

    /** Waits until this can be read on the page. */
    public DashboardBrowser awaitText(String text) {
        browser.await("document.body.innerText.includes("
                + new JsonObject().put("t", text).encode() + ".t)");
        return this;
    }

    /** The same for what only news can bring so soon: a page asks by itself each minute, and every five seconds without a stream. */
    public DashboardBrowser awaitTextWithin(Duration most, String text) {
        var from = System.nanoTime();
        awaitText(text);
        assertThat(Duration.ofNanos(System.nanoTime() - from)).as(text).isLessThan(most);
        return this;
    }

    /** Clicks the first button, link or menu item with this name that can be seen. */
    public DashboardBrowser press(String name) {
        var mark = "[...document.querySelectorAll('button, a, [role=menuitem], [role=option], [role=tab], label')]"
                + ".find(each => each.getClientRects().length > 0 && (each.getAttribute('aria-label') ?? each.innerText).trim() === "
                + new JsonObject().put("t", name).encode() + ".t)";
        browser.clickOn(mark);
        return this;
    }

    /** Types into the field with this name attribute, in the place of what is in it. */
    public DashboardBrowser fill(String field, String text) {
        browser.click("[name=\"" + field + "\"]");
        browser.evaluate("document.activeElement.select?.()");
        browser.type(text);
        return this;
    }

    /** Opens a page of the documentation, such as {@code guides/errors}. */
    public DashboardBrowser openDocs(String path) {
        browser.open(baseUrl + "/docs" + (path.isEmpty() ? "" : "/" + path));
        return settled();
    }

    /** Checks the page in both themes, in the light one at both widths; leaves the window wide and light. */
    public void checkEverywhere(String path, String name) {
        checkEverywhere(name, () -> open(path));
    }

    /** The same for a page of the documentation. */
    public void checkDocsEverywhere(String path, String name) {
        checkEverywhere(name, () -> openDocs(path));
    }

    private void checkEverywhere(String name, Supplier<DashboardBrowser> opening) {
        show("light", 1280);
        opening.get().checkShownEverywhere(name);
    }

    /**
     * Checks what is shown at this moment in both themes, in the light one at both widths, which change in place. Everything is checked
     * in the light and wide page; in the dark one and in the narrow one only what colours and width can spoil.
     */
    public void checkShownEverywhere(String name) {
        check(name + "-light-1280", WCAG);
        browser.prefer("dark");
        check(name + "-dark-1280", CONTRAST);
        showAgain("light", 375);
        check(name + "-light-375", LAYOUT);
        show("light", 1280);
    }

    /** Waits until the page has been drawn in the size the window has now. */
    private DashboardBrowser drawn() {
        browser.await(
                "new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => true)");
        return this;
    }

    /** Shows pages in this theme, and in a window of this width: 375 or 1280. */
    public void show(String theme, int width) {
        browser.prefer(theme);
        browser.resize(width, SIZES.getOrDefault(width, 860));
    }

    /** The same for the page that is open, and waits until it is drawn so and has all that belongs on it. */
    public void showAgain(String theme, int width) {
        show(theme, width);
        drawn().settled();
    }

    /** Checks what is shown at this moment, and keeps a picture of it. */
    public void check(String name) {
        check(name, WCAG);
    }

    private void check(String name, String rules) {
        browser.await(STILL);
        browser.screenshot(SCREENSHOTS.resolve(name + ".png"));
        assertThat(violations(rules)).as(name + ": axe").isEmpty();
        assertThat(browser.complaints()).as(name + ": console").isEmpty();
        assertThat(browser.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                .as(name + ": no scrolling to the side")
                .isEqualTo(true);
    }

    /** The findings of axe, a line for each rule, once nothing fades in any more. */
    public String violations() {
        browser.await(STILL);
        return violations(WCAG);
    }

    private String violations(String rules) {
        if (!Boolean.TRUE.equals(browser.evaluate("typeof axe === 'object'"))) {
            browser.evaluate(Axe.SOURCE);
        }
        return String.valueOf(browser.evaluate(VIOLATIONS.formatted(rules)));
    }

    /** Read once, when the first page is checked. */
    private static final class Axe {

        static final String SOURCE = read() + "; 0";

        private static String read() {
            try {
                return Files.readString(AXE);
            } catch (IOException missing) {
                throw new UncheckedIOException(missing);
            }
        }
    }

    /** Lets pages write errors into the console, which {@link #close} refuses otherwise; for a test that causes one. */
    public DashboardBrowser mayComplain() {
        mayComplain = true;
        return this;
    }

    /**
     * Closes the browser with its tabs, once; fails when a page has written an error or a warning into the console, whatever the tests
     * looked at.
     */
    @Override
    public void close() {
        if (OpenPages.remove(browser)) {
            tabs.forEach(tab -> OpenPages.remove(tab.browser));
            closeOpen();
        }
    }

    private void closeOpen() {
        try {
            assertThat(mayComplain ? List.of() : browser.faults())
                    .as("the console of all pages")
                    .isEmpty();
        } finally {
            browser.close();
        }
    }
}
