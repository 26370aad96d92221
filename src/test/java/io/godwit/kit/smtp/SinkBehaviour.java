package io.godwit.kit.smtp;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The behaviour of the sink at a stage instead of a polite answer. */
public sealed interface SinkBehaviour {

    /** Returns whether a message is not accepted when this happens at its final dot. */
    default boolean refuses() {
        return false;
    }

    /** Says this, be it a refusal or nonsense; the line end is added. */
    record Reply(String reply) implements SinkBehaviour {
        @Override
        public boolean refuses() {
            return !reply.startsWith("2");
        }
    }

    /** Closes the connection without a reply. */
    record Close() implements SinkBehaviour {
        @Override
        public boolean refuses() {
            return true;
        }
    }

    /** Says this and closes. */
    record ReplyAndClose(String reply) implements SinkBehaviour {
        @Override
        public boolean refuses() {
            return !reply.startsWith("2");
        }
    }

    /** Never answers and keeps the connection. */
    record Silence() implements SinkBehaviour {
        @Override
        public boolean refuses() {
            return true;
        }
    }

    /** Answers politely, but only after {@code delay}. */
    record Late(Duration delay) implements SinkBehaviour {}

    /** Sends the polite reply one byte at a time. */
    record Drip(Duration pause) implements SinkBehaviour {}

    /** Answers politely when the gate is opened. */
    record Held(SinkGate gate) implements SinkBehaviour {}

    /** Takes the message at its final dot, for good, and says so when the gate is opened (the gap of RFC 1047). */
    record Taken(SinkGate gate) implements SinkBehaviour {}

    /** Takes the message at its final dot, for good, and says so only after {@code delay}; so a client that dies meanwhile sends a copy. */
    record TakenLate(Duration delay) implements SinkBehaviour {}

    /**
     * A behaviour asked for by the local part of an address: {@code fail-rcpt-550}, {@code tempfail-dot-451},
     * {@code close-data}, {@code tarpit-dot}, {@code drip-rcpt}, {@code slowdot-1500ms}; {@code -2times} behind it lets every
     * later try pass; anything from a {@code +} or {@code .} on tells addresses apart. Stage {@code mail} is read from the
     * sender's address, the others from the recipient's.
     *
     * @param times how often it happens for one address
     */
    record Asked(SinkPoint point, SinkBehaviour behaviour, long times) {

        private static final Pattern GRAMMAR =
                Pattern.compile("(?:(?<fail>fail|tempfail)-(?<failAt>mail|rcpt|data|dot)-(?<code>[245]\\d\\d)"
                        + "|(?<deed>close|tarpit|drip)-(?<deedAt>mail|rcpt|data|dot)"
                        + "|slow(?<slowAt>mail|rcpt|data|dot)-(?<millis>\\d+)ms)(?:-(?<times>\\d+)times)?(?:[+.].*)?");

        static Optional<Asked> by(String address) {
            var at = address.lastIndexOf('@');
            var asked = GRAMMAR.matcher(at < 0 ? address : address.substring(0, at));
            return asked.matches() ? Optional.of(of(asked)) : Optional.empty();
        }

        private static Asked of(Matcher asked) {
            var times = asked.group("times") == null ? Long.MAX_VALUE : Long.parseLong(asked.group("times"));
            if (asked.group("fail") != null) {
                var code = asked.group("code");
                return new Asked(at(asked, "failAt"), new Reply(code + " " + code.charAt(0) + ".0.0 As asked"), times);
            } else if (asked.group("deed") != null) {
                return new Asked(at(asked, "deedAt"), deed(asked.group("deed")), times);
            }
            var delay = Duration.ofMillis(Long.parseLong(asked.group("millis")));
            return new Asked(at(asked, "slowAt"), new Late(delay), times);
        }

        private static SinkBehaviour deed(String name) {
            return switch (name) {
                case "close" -> new Close();
                case "tarpit" -> new Silence();
                default -> new Drip(Duration.ofMillis(200));
            };
        }

        private static SinkPoint at(Matcher asked, String group) {
            return SinkPoint.valueOf(asked.group(group).toUpperCase(java.util.Locale.ROOT));
        }
    }
}
