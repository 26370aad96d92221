package io.godwit.delivery.tls;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An MTA-STS policy (RFC 8461 §3.2).
 *
 * @param mxHosts the hosts that may receive mail; a leading {@code *.} stands for exactly one label
 * @param maxAge the time it may be kept
 * @param lines the file as it was served, for reports
 */
record StsPolicy(Mode mode, List<String> mxHosts, Duration maxAge, List<String> lines) {

    /** The answer to a session that does not meet the policy. */
    enum Mode {
        /** No mail. */
        ENFORCE,
        /** Mail, and a report. */
        TESTING,
        /** The domain has no policy any longer. */
        NONE
    }

    /** The longest time a policy is kept, a year (RFC 8461 §3.2). */
    private static final long MAX_AGE_SECONDS = 31_557_600;

    private static final int MAX_MX = 100;
    private static final int MAX_LINE = 1_000;
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");
    private static final Pattern MX =
            Pattern.compile("(\\*\\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");

    StsPolicy {
        mxHosts = List.copyOf(mxHosts);
        lines = List.copyOf(lines);
    }

    /** Parses a policy; empty when the file is not valid. Of a field given twice the first counts, unknown ones do not. */
    static Optional<StsPolicy> parse(String file) {
        var lines =
                file.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        var fields = new LinkedHashMap<String, String>();
        var mxHosts = new ArrayList<String>();
        for (var line : lines) {
            var colon = line.indexOf(':');
            if (colon < 1 || line.length() > MAX_LINE) {
                return Optional.empty();
            }
            var name = line.substring(0, colon).strip();
            var value = line.substring(colon + 1).strip();
            if (name.equals("mx")) {
                mxHosts.add(value.toLowerCase(Locale.ROOT));
            } else {
                fields.putIfAbsent(name, value);
            }
        }
        return of(fields, mxHosts, lines);
    }

    private static Optional<StsPolicy> of(
            LinkedHashMap<String, String> fields, List<String> mxHosts, List<String> lines) {
        var mode = mode(fields.getOrDefault("mode", ""));
        var age = fields.getOrDefault("max_age", "");
        var isValid = "STSv1".equals(fields.get("version"))
                && mode.isPresent()
                && SECONDS.matcher(age).matches()
                && (mode.get() == Mode.NONE || !mxHosts.isEmpty())
                && mxHosts.size() <= MAX_MX
                && mxHosts.stream().allMatch(mx -> MX.matcher(mx).matches());
        return isValid
                ? Optional.of(new StsPolicy(
                        mode.get(), mxHosts, Duration.ofSeconds(Math.min(MAX_AGE_SECONDS, Long.parseLong(age))), lines))
                : Optional.empty();
    }

    private static Optional<Mode> mode(String word) {
        return switch (word) {
            case "enforce" -> Optional.of(Mode.ENFORCE);
            case "testing" -> Optional.of(Mode.TESTING);
            case "none" -> Optional.of(Mode.NONE);
            default -> Optional.empty();
        };
    }

    /** Returns whether the policy names a mail host. */
    boolean covers(String host) {
        var name = host.toLowerCase(Locale.ROOT);
        return mxHosts.stream().anyMatch(mx -> CertificateNames.matches(mx, name));
    }
}
