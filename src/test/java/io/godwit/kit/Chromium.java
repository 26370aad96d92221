package io.godwit.kit;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A Chromium that shows nothing on the screen, on a profile of its own. All browsers of a test run share one, because its start
 * takes as much of a processor as the opening of five pages. Each has a context of its own meanwhile, with cookies and a store
 * apart; contexts are used again, because the first page of one takes as much as two others. It ends with the run. Its reader wants
 * little motion: transitions that a test would wait for took a fifth of its processor time.
 */
final class Chromium {

    /** A name of this machine that browsers, unlike {@code localhost}, do not trust without TLS (W3C Secure Contexts §3.1). */
    static final String PLAIN_HOST = "godwit.test";

    /**
     * Options of the Chromium that all tests share, for many short pages. A page of the dashboard takes 250 ms of a processor without
     * the compilers that make scripts fast, and 350 ms with them (measured 2026-11-28). A tab behind another one is hidden, and its timers would run once in a second, after five minutes once
     * in a minute: a test that waits there would find at its deadline that it has not looked.
     */
    private static final List<String> SHARED = List.of(
            "--js-flags=--no-opt,--no-maglev",
            "--disable-background-timer-throttling",
            "--disable-renderer-backgrounding");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static Optional<Chromium> running = Optional.empty();

    private final Path profile;
    private final Process process;
    private final Deque<String> freeContexts = new ConcurrentLinkedDeque<>();

    private Chromium(Path program, List<String> more) throws IOException {
        profile = Files.createTempDirectory("godwit-browser-");
        process = new ProcessBuilder(command(program, more))
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("output.txt").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        Awaitility.await("Chromium")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(40))
                .until(this::isListening);
    }

    private List<String> command(Path program, List<String> more) {
        var options = Stream.of(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--host-resolver-rules=MAP " + PLAIN_HOST + " 127.0.0.1",
                "--no-first-run",
                "--no-startup-window",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-extensions",
                "--disable-component-extensions-with-background-pages",
                "--disable-default-apps",
                "--disable-breakpad",
                "--disable-features=Translate,MediaRouter,OptimizationHints",
                "--enable-blink-features=ComputedAccessibilityInfo",
                "--mute-audio",
                "--force-prefers-reduced-motion",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile);
        return Stream.concat(options, more.stream()).toList();
    }

    /** The one of this test run; another one when that has ended. */
    static synchronized Chromium running(Path program) {
        if (running.filter(each -> each.process.isAlive()).isEmpty()) {
            running = Optional.of(start(program, SHARED));
        }
        return running.orElseThrow();
    }

    /** As its users have it. Ended by the caller. */
    static Chromium start(Path program) {
        return start(program, List.of());
    }

    private static Chromium start(Path program, List<String> more) {
        try {
            return new Chromium(program, more);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The address that takes commands for the whole browser. */
    URI address() {
        return URI.create(
                "ws://127.0.0.1:" + portAndPath().get(0) + portAndPath().get(1));
    }

    /** A context that nobody uses, and in which nothing is kept. */
    String takeContext(DevTools wire) {
        var free = Optional.ofNullable(freeContexts.poll());
        return free.orElseGet(() -> makeContext(wire));
    }

    /** Its first page is never closed, so that its window stays. */
    private static String makeContext(DevTools wire) {
        var context =
                wire.call("", "Target.createBrowserContext", new JsonObject()).getString("browserContextId");
        createPage(wire, context);
        return context;
    }

    /**
     * Shows nothing yet; the answer is the id of the page.
     *
     * @param context empty: the one of the profile
     */
    static String createPage(DevTools wire, String context) {
        var blank = new JsonObject().put("url", "about:blank");
        if (!context.isEmpty()) {
            blank.put("browserContextId", context);
        }
        return wire.call("", "Target.createTarget", blank).getString("targetId");
    }

    /** Takes a context back whose pages are closed, and forgets its cookies. */
    void giveBack(DevTools wire, String context) {
        wire.call("", "Storage.clearCookies", new JsonObject().put("browserContextId", context));
        freeContexts.push(context);
    }

    private boolean isListening() {
        return portAndPath().size() == 2;
    }

    /** The lines that Chromium writes into the profile once it listens; empty before. */
    private List<String> portAndPath() {
        var file = profile.resolve("DevToolsActivePort");
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Leaves nothing behind: no process, no file. */
    void end() {
        var children = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> child.onExit().join());
        TestDirectories.delete(profile);
    }
}
