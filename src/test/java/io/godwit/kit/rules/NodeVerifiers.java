package io.godwit.kit.rules;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Verifiers of mail that share no code with us, run by Node: mailauth for DKIM, SPF and DMARC, mailparser and postal-mime for what
 * a reader sees. npm installs them below {@code target}, as {@code src/test/node} pins them; where there is no Node, or npm
 * reaches no registry, tests that ask them are skipped and say why.
 */
public final class NodeVerifiers {

    private static final Path SOURCE = Path.of("src", "test", "node");
    private static final Path HOME = Path.of("target", "judges");
    private static final String LOCK = "package-lock.json";
    private static final Path INSTALLED = HOME.resolve("installed.json");
    private static final int OLDEST_NODE = 20;
    private static final int INSTALL_SECONDS = 120;
    private static final int JUDGE_SECONDS = 60;

    /** The errors of npm about a wrong lock file: our mistake, not the network's. */
    private static final List<String> OUR_MISTAKES = List.of("EUSAGE", "EINTEGRITY", "EJSONPARSE");

    /** Empty when they are there. */
    private final CompletableFuture<String> reasonOfAbsence;

    private NodeVerifiers(CompletableFuture<String> reasonOfAbsence) {
        this.reasonOfAbsence = reasonOfAbsence;
    }

    /** A message to verify; {@code sender} is MAIL FROM. */
    public record Mail(String sender, byte[] raw) {}

    /** The client that handed the mails over, and the name server that knows about it. */
    public record Scene(String dns, String ip, String helo) {}

    /** Returns at once; what has to be fetched is fetched meanwhile. */
    public static NodeVerifiers summon() {
        return new NodeVerifiers(CompletableFuture.supplyAsync(NodeVerifiers::install));
    }

    /** Skips the test that asks when they could not come. */
    public NodeVerifiers present() {
        var reason = reasonOfAbsence.join();
        assumeTrue(reason.isEmpty(), reason);
        return this;
    }

    /** One verdict for each mail, in their order. */
    public List<JsonObject> judge(Scene scene, List<Mail> mails) {
        var task = new JsonObject()
                .put("dns", scene.dns())
                .put("ip", scene.ip())
                .put("helo", scene.helo())
                .put(
                        "mails",
                        new JsonArray(mails.stream().map(NodeVerifiers::json).toList()));
        try {
            var in = Files.writeString(HOME.resolve("task.json"), task.encode());
            var out = HOME.resolve("verdicts.json");
            var judged = run(in, out, JUDGE_SECONDS, "node", "judge.mjs");
            if (judged != 0) {
                throw new AssertionError("The judges end with status " + judged + ": " + complaint());
            }
            return new JsonArray(Files.readString(out))
                    .stream().map(JsonObject.class::cast).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static JsonObject json(Mail mail) {
        return new JsonObject()
                .put("sender", mail.sender())
                .put("raw", Base64.getEncoder().encodeToString(mail.raw()));
    }

    private static String install() {
        try {
            Files.createDirectories(HOME);
            for (var file : List.of("package.json", LOCK, "judge.mjs")) {
                Files.copy(SOURCE.resolve(file), HOME.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
            if (!hasNode()) {
                return "Node " + OLDEST_NODE + " or later is not installed: foreign judges do not look at our mail";
            }
            return isInstalled() ? "" : fetch();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean hasNode() throws IOException {
        try {
            var out = HOME.resolve("version.txt");
            var status = run(HOME.resolve("package.json"), out, JUDGE_SECONDS, "node", "--version");
            var version = Files.readString(out).strip();
            return status == 0
                    && version.matches("v\\d+\\..*")
                    && Integer.parseInt(version.substring(1, version.indexOf('.'))) >= OLDEST_NODE;
        } catch (IOException missing) {
            return false;
        }
    }

    private static boolean isInstalled() throws IOException {
        return Files.exists(INSTALLED) && Files.mismatch(INSTALLED, HOME.resolve(LOCK)) < 0;
    }

    private static String fetch() throws IOException {
        var command = new ArrayList<>(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
        command.addAll(List.of("--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"));
        var out = HOME.resolve("npm.log");
        try {
            if (run(HOME.resolve("package.json"), out, INSTALL_SECONDS, command.toArray(String[]::new)) == 0) {
                Files.copy(HOME.resolve(LOCK), INSTALLED, StandardCopyOption.REPLACE_EXISTING);
                return "";
            }
        } catch (IOException missing) {
            return "npm is not installed: foreign judges do not look at our mail";
        }
        var complaint = complaint();
        if (OUR_MISTAKES.stream().anyMatch(complaint::contains)) {
            throw new AssertionError("npm refuses what is pinned: " + complaint);
        }
        return "npm could not fetch the foreign judges, so they do not look at our mail: " + complaint;
    }

    /** The first line of the last program's output. */
    private static String complaint() throws IOException {
        try (var lines = Files.lines(HOME.resolve("errors.txt"))) {
            return lines.filter(line -> !line.startsWith("npm warn")).limit(6).collect(Collectors.joining(" "));
        }
    }

    /** Its exit status; it is ended when it takes longer. Fails when there is no such program. */
    private static int run(Path in, Path out, int seconds, String... command) throws IOException {
        var process = new ProcessBuilder(Arrays.asList(command))
                .directory(HOME.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(HOME.resolve("errors.txt").toFile())
                .start();
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
