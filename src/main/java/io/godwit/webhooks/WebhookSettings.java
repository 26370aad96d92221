package io.godwit.webhooks;

import io.godwit.bus.ClusterSettings;
import io.godwit.core.SettingsReader;
import io.godwit.web.HttpSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The settings of calls.
 *
 * @param allow targets that are called although they are not public: ranges such as {@code 10.0.0.0/8}, and {@code
 *     host:port}
 * @param ownPorts ports this system listens on; never called
 * @param timeout the timeout of one attempt, from the look-up of the name to the end of the answer
 * @param expireAfter the age at which a call that always fails is given up
 * @param maxConcurrent the most calls in progress on this node
 * @param perServer the most of them that are of one project to one host and port
 * @param failures the failures in a row that open an endpoint's circuit
 * @param pace the factor by which all pauses are shortened; for tests
 * @param drainTimeout the time a stopping node waits for calls in progress
 * @param retention the time attempts are stored; zero means for ever
 */
public record WebhookSettings(
        List<String> allow,
        Set<Integer> ownPorts,
        Duration timeout,
        Duration expireAfter,
        int maxConcurrent,
        int perServer,
        int failures,
        int pace,
        Duration drainTimeout,
        Duration retention) {

    /** The interval of the claiming loop. */
    private static final Duration POLL = Duration.ofSeconds(1);

    public WebhookSettings {
        allow = List.copyOf(allow);
        ownPorts = Set.copyOf(ownPorts);
        AddressAllowList.of(allow);
    }

    /** Returns the texts when each is a range, an address or {@code host:port}; fails otherwise. */
    public static List<String> allowed(List<String> texts) {
        AddressAllowList.of(texts);
        return texts;
    }

    /** The lease of a call, longer than any attempt including its record can take, so that it need not be renewed. */
    Duration lease() {
        return timeout.multipliedBy(2).plusSeconds(20);
    }

    Duration poll() {
        return POLL.dividedBy(Math.min(pace, 20));
    }

    public static WebhookSettings read(SettingsReader reader, HttpSettings http, ClusterSettings cluster) {
        var allow = reader.list("webhooks.allow");
        var readable = reader.checked(
                "webhooks.allow", "ranges such as 10.0.0.0/8, or host:port", () -> allowed(allow), List.<String>of());
        return new WebhookSettings(
                readable,
                Set.of(http.port(), cluster.port(), cluster.busPort()),
                reader.duration("webhooks.timeout"),
                reader.duration("webhooks.expire-after"),
                reader.number("webhooks.max-concurrent", 1, 10_000),
                reader.number("webhooks.per-server", 1, 1_000),
                reader.number("webhooks.failures", 1, 10_000),
                reader.number("webhooks.pace", 1, 1_000),
                reader.durationOrNone("webhooks.drain"),
                reader.durationOrNone("retention.webhooks"));
    }
}
