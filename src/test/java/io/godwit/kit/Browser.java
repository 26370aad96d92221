package io.godwit.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A browser with cookies and a store of its own, showing one page. It is driven as a person does it: by clicks at what can be
 * seen.
 */
public final class Browser implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /**
     * Looks every 40 ms in the page itself, because a question from outside each time would keep a processor busy. Answers within
     * two seconds in any case, so that the last value is known at the deadline. A page apart from all origins may be one without
     * scripts, whose clock stands still; such a page answers at once.
     */
    private static final String LOOK = "self.origin === 'null' ? (%1$s) : new Promise(told => {"
            + " const until = performance.now() + 2000;"
            + " const look = async () => { let seen; try { seen = await (%1$s); } catch (thrown) { seen = String(thrown); }"
            + " if (seen === true || performance.now() > until) told(seen); else setTimeout(look, 40); }; look(); })";

    private static final String SHOWN =
            "[location.href, document.readyState, document.visibilityState, navigator.onLine ? 'online' : 'offline',"
                    + " document.body.innerText.slice(0, 1500)].join(' ')";

    private final Chromium chromium;
    private final DevTools wire;

    /** Empty for the one of the profile, where no other browser shares the process. */
    private final String context;

    /** All pages of this browser, and the servers that its tabs were sent to. */
    private final List<String> targets;

    private final Set<String> origins;

    /** The complaints of pages that were shown before. */
    private final List<JsonObject> past;

    private final String page;
    private final LeaveQuestions questions;
    private final RequestInterception interception;

    private Browser(Chromium chromium, boolean isShared) {
        this.chromium = chromium;
        wire = DevTools.connect(chromium.address());
        questions = new LeaveQuestions(wire);
        context = isShared ? chromium.takeContext(wire) : "";
        targets = new ArrayList<>();
        origins = new LinkedHashSet<>();
        past = new CopyOnWriteArrayList<>();
        page = attach();
        interception = new RequestInterception(wire, page);
    }

    private Browser(Browser window) {
        chromium = window.chromium;
        wire = window.wire;
        context = window.context;
        targets = window.targets;
        origins = window.origins;
        past = window.past;
        page = attach();
        questions = window.questions;
        interception = new RequestInterception(wire, page);
    }

    /** The questions of its pages whether to leave unsaved input behind. */
    public LeaveQuestions questions() {
        return questions;
    }

    /** Another tab of the same browser, with the same cookies; it ends with the browser. */
    public Browser tab() {
        return new Browser(this);
    }

    public static Browser start(Path program) {
        return new Browser(Chromium.running(program), true);
    }

    /**
     * With a process and a profile to itself, and as its users have it: only such a browser connects ahead to servers that a page
     * names, and slows down the timers of a tab behind another one.
     */
    public static Browser startApart(Path program) {
        return new Browser(Chromium.start(program), false);
    }

    private String attach() {
        var target = Chromium.createPage(wire, context);
        var session = wire.call(
                        "",
                        "Target.attachToTarget",
                        new JsonObject().put("targetId", target).put("flatten", true))
                .getString("sessionId");
        for (var domain : List.of("Page", "Runtime", "Log")) {
            wire.call(session, domain + ".enable", new JsonObject());
        }
        var frames = new JsonObject().put("autoAttach", true).put("waitForDebuggerOnStart", false);
        wire.call(session, "Target.setAutoAttach", frames.put("flatten", true));
        targets.add(target);
        return session;
    }

    /** Returns when the page and what belongs to it are loaded. */
    public void open(String url) {
        complaintEvents().forEach(past::add);
        wire.forget();
        remember(URI.create(url));
        var answer = call("Page.navigate", new JsonObject().put("url", url));
        if (answer.containsKey("errorText")) {
            throw new AssertionError(url + ": " + answer.getString("errorText"));
        }
        await("document.readyState === 'complete'");
    }

    /** Puts the page before the other tabs, which are hidden then. */
    public void toFront() {
        call("Page.bringToFront", new JsonObject());
    }

    /** Closes the page as a person does, who may be asked whether to leave unsaved input behind. */
    public void leave() {
        call("Page.close", new JsonObject());
    }

    private void remember(URI url) {
        if (url.getAuthority() != null) {
            origins.add(url.getScheme() + "://" + url.getAuthority());
        }
    }

    /** Evaluates the expression in the page to a value of JSON; a promise is waited for. */
    public Object evaluate(String expression) {
        return evaluate(page, expression);
    }

    private Object evaluate(String session, String expression) {
        var answer = wire.call(
                session,
                "Runtime.evaluate",
                new JsonObject()
                        .put("expression", expression)
                        .put("awaitPromise", true)
                        .put("returnByValue", true));
        if (answer.containsKey("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.getJsonObject("exceptionDetails"));
        }
        return answer.getJsonObject("result").getValue("value");
    }

    /** Waits until the expression is true in the page. What it throws is "not yet": one page may be giving way to the next. */
    public void await(String expression) {
        var last = new AtomicReference<>("");
        try {
            awaitTrue(expression, () -> isTrue(expression, last));
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(
                    expression + " did not become true: " + last.get() + "; the page " + shown(), late);
        }
    }

    /** The address, the state and the text of the page, cut to what fits in a log; empty when the page does not answer. */
    String shown() {
        return wire.callWithin(
                        Duration.ofSeconds(2),
                        page,
                        "Runtime.evaluate",
                        new JsonObject().put("expression", SHOWN).put("returnByValue", true))
                .map(answer -> answer.getJsonObject("result").getString("value"))
                .orElse("");
    }

    private boolean isTrue(String expression, AtomicReference<String> last) {
        try {
            var value = evaluate(LOOK.formatted(expression));
            last.set(String.valueOf(value));
            return Boolean.TRUE.equals(value);
        } catch (AssertionError thrown) {
            last.set(String.valueOf(thrown.getMessage()));
            return false;
        }
    }

    private static void awaitTrue(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(TIMEOUT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(40))
                .until(condition);
    }

    /** Waits for the element and returns its visible text. */
    public String text(String selector) {
        await(exists(selector));
        return String.valueOf(evaluate(element(selector) + ".innerText"));
    }

    /** Waits until a reader sees this in a frame of the page, which runs no scripts and may be a process apart. */
    public void awaitInFrame(String text) {
        var last = new AtomicReference<>(List.<String>of());
        try {
            awaitTrue("\"" + text + "\" in the frame", () -> {
                last.set(new PageFrames(wire, page).texts());
                return last.get().stream().anyMatch(shown -> shown.contains(text));
            });
        } catch (ConditionTimeoutException late) {
            throw new AssertionError("\"" + text + "\" did not come into the frame; its texts: " + last.get(), late);
        }
    }

    /** Presses and releases the mouse in the middle of the element, once it is there to be seen. */
    public void click(String selector) {
        clickOn(element(selector));
    }

    /** The same for the element that this expression finds, which is waited for until it is seen and stands still. */
    public void clickOn(String expression) {
        new PageMouse(this).click(expression);
    }

    private static String exists(String selector) {
        return element(selector) + " !== null";
    }

    private static String element(String selector) {
        return "document.querySelector("
                + new JsonArray().add(selector).encode().replaceAll("^\\[|]$", "") + ")";
    }

    /** Types into what has the focus. */
    public void type(String text) {
        call("Input.insertText", new JsonObject().put("text", text));
    }

    /** Presses a key that writes no character, such as {@code ArrowRight}, {@code Tab} or {@code Enter}. */
    public void press(String key) {
        keyboard().press(key);
    }

    /** The keyboard alone, for those who use no mouse. */
    public Keyboard keyboard() {
        return new Keyboard(this);
    }

    /** The size of the window in CSS pixels. */
    public void resize(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                new JsonObject()
                        .put("width", width)
                        .put("height", height)
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
    }

    /** Sets {@code prefers-color-scheme}: light or dark. */
    public void prefer(String scheme) {
        var feature = new JsonObject().put("name", "prefers-color-scheme").put("value", scheme);
        call("Emulation.setEmulatedMedia", new JsonObject().put("features", new JsonArray().add(feature)));
    }

    /** The visible part of the page as a PNG. */
    public void screenshot(Path file) {
        var data = call(
                "Page.captureScreenshot", new JsonObject().put("format", "png").put("optimizeForSpeed", true));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, Base64.getDecoder().decode(data.getString("data")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Answers requests in the place of the server from now on.
     *
     * @param pattern of the address, {@code *} for anything
     * @param headers such as {@code Retry-After}
     */
    public void answerWith(String pattern, int status, Map<String, String> headers, String body) {
        interception.answerWith(pattern, status, headers, body);
    }

    /** Loses the next answer to a POST to such an address: the server has done the work, and the page cannot know. */
    public void loseAnswer(String pattern) {
        interception.loseAnswer(pattern);
    }

    /** Lets the server answer again. The requests stay intercepted, because one that is held when that ends may hang for ever. */
    public void answerNoMore() {
        interception.end();
    }

    /** The network between the page and its server. */
    public BrowserNetwork network() {
        return new BrowserNetwork(this);
    }

    /** The bytes that the scripts of the page hold after a collection of garbage. */
    public long heldBytes() {
        call("HeapProfiler.collectGarbage", new JsonObject());
        return call("Runtime.getHeapUsage", new JsonObject()).getLong("usedSize");
    }

    /** The nodes of all documents after a collection of garbage, those that scripts hold and no page shows any more among them. */
    public long heldElements() {
        call("HeapProfiler.collectGarbage", new JsonObject());
        return call("Memory.getDOMCounters", new JsonObject()).getLong("nodes");
    }

    /** The milliseconds of processor time that the main thread of the page has worked, which a busy machine does not lengthen. */
    public double workedMillis() {
        call("Performance.enable", new JsonObject().put("timeDomain", "threadTicks"));
        return call("Performance.getMetrics", new JsonObject()).getJsonArray("metrics").stream()
                .map(JsonObject.class::cast)
                .filter(metric -> "TaskDuration".equals(metric.getString("name")))
                .mapToDouble(metric -> metric.getDouble("value") * 1000)
                .sum();
    }

    /** Lets scripts of a test do on the pages opened from now on what the policy of a page forbids, or no more. */
    public void bypassPolicy(boolean isBypassed) {
        call("Page.setBypassCSP", new JsonObject().put("enabled", isBypassed));
    }

    /** Runs a script in each page opened from now on, before those of the page. */
    public void runFirst(String script) {
        call("Page.addScriptToEvaluateOnNewDocument", new JsonObject().put("source", script));
    }

    /** Takes certificates that nobody has signed but their own server. */
    public void trustAnyCertificate() {
        call("Security.setIgnoreCertificateErrors", new JsonObject().put("ignore", true));
    }

    /** The messages in the console since the page was opened: errors, warnings, and what the browser forbids. */
    public List<String> complaints() {
        return complaintEvents().map(JsonObject::encode).toList();
    }

    /**
     * The same of all pages since the browser was started, without requests that failed: a test may mean them to, and the page tells
     * of them itself.
     */
    public List<String> faults() {
        return Stream.concat(past.stream(), complaintEvents())
                .filter(event -> !"network"
                        .equals(event.getJsonObject("params")
                                .getJsonObject("entry", new JsonObject())
                                .getString("source")))
                .map(JsonObject::encode)
                .toList();
    }

    private Stream<JsonObject> complaintEvents() {
        var thrown = wire.events("Runtime.exceptionThrown").stream();
        var logged = wire.events("Log.entryAdded").stream().filter(event -> "error"
                .equals(event.getJsonObject("params").getJsonObject("entry").getString("level")));
        var written = wire.events("Runtime.consoleAPICalled").stream()
                .filter(event -> List.of("error", "warning", "assert")
                        .contains(event.getJsonObject("params").getString("type")));
        return Stream.of(thrown, logged, written).flatMap(each -> each);
    }

    JsonObject call(String method, JsonObject parameters) {
        return wire.call(page, method, parameters);
    }

    /** Closes its pages, and forgets their cookies and what they stored. */
    @Override
    public void close() {
        if (context.isEmpty()) {
            chromium.end();
            return;
        }
        origins.stream().map(origin -> new JsonObject().put("origin", origin)).forEach(this::clear);
        targets.forEach(target -> wire.call("", "Target.closeTarget", new JsonObject().put("targetId", target)));
        chromium.giveBack(wire, context);
        wire.close();
    }

    private void clear(JsonObject origin) {
        call("Storage.clearDataForOrigin", origin.put("storageTypes", "all"));
    }
}
