package io.godwit.commands.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.godwit.config.Settings;
import io.godwit.db.DatabaseInspector;
import io.godwit.web.HttpSettings;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Godwit that runs on this machine with these settings, if one does.
 *
 * @param pid its process: who holds the data directory, or else the HTTP port at which a Godwit answers
 * @param readiness its answer at the HTTP port
 */
record RunningNode(Optional<Long> pid, Optional<Readiness> readiness) {

    private static final int TIMEOUT_MILLIS = 3_000;

    /** A member of the readiness answer that is false. */
    private static final Pattern FALSE = Pattern.compile("\"(\\w+)\":false");

    /**
     * The answer of {@code GET /health/ready}.
     *
     * @param failed the names of the checks and services that are not as they should be
     */
    record Readiness(boolean ready, List<String> failed) {

        Readiness {
            failed = List.copyOf(failed);
        }
    }

    /** Looks at the lock of the data directory and asks at the HTTP port; blocks. */
    static RunningNode find(Settings settings) throws IOException {
        var readiness = readiness(settings.http());
        var holder = DatabaseInspector.holder(settings.dataDir())
                .filter(pid -> !pid.isEmpty())
                .map(Long::valueOf);
        return new RunningNode(
                holder.or(() -> readiness.flatMap(
                        ignored -> ListeningProcess.of(settings.http().port()).map(ProcessHandle::pid))),
                readiness);
    }

    boolean isRunning() {
        return pid.isPresent() || readiness.isPresent();
    }

    /** True when a port that is in use is the node's own, as far as can be seen. */
    boolean isOwn(Optional<ProcessHandle> holder) {
        return isRunning()
                && (pid.isEmpty()
                        || holder.isEmpty()
                        || pid.get().equals(holder.get().pid()));
    }

    /** Words for the node in a sentence. */
    String named() {
        return pid.map(id -> "Godwit, process " + id + ",").orElse("Godwit");
    }

    private static Optional<Readiness> readiness(HttpSettings http) {
        try {
            var url = URI.create("http://" + reachedAt(http.host()) + ":" + http.port() + "/health/ready")
                    .toURL();
            var connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            var isReady = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            try (var body = isReady ? connection.getInputStream() : connection.getErrorStream()) {
                return body == null ? Optional.empty() : readiness(isReady, new String(body.readAllBytes(), UTF_8));
            }
        } catch (IOException | IllegalArgumentException noAnswer) {
            return Optional.empty();
        }
    }

    /** Empty for the answer of another program. */
    private static Optional<Readiness> readiness(boolean isReady, String body) {
        return body.contains("\"status\":") && body.contains("\"checks\":{")
                ? Optional.of(new Readiness(
                        isReady,
                        FALSE.matcher(body)
                                .results()
                                .map(member -> member.group(1))
                                .toList()))
                : Optional.empty();
    }

    private static String reachedAt(String host) {
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::" -> "[::1]";
            default -> host.contains(":") ? "[" + host + "]" : host;
        };
    }
}
