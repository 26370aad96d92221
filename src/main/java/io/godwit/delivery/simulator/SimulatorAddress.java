package io.godwit.delivery.simulator;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The behaviour that the local part of a simulated address names: a word, an argument, and labels that tell recipients apart,
 * each behind a plus sign, as in {@code bounce+5.2.2+ada}. An argument of another form is a label.
 *
 * @param status the enhanced code of a bounce (RFC 3463)
 * @param deferrals the number of deferred attempts before the accepted one
 * @param delay the time the server takes for its reply to the final dot
 */
record SimulatorAddress(Behaviour behaviour, String status, int deferrals, Duration delay) {

    /** The end an email comes to. */
    enum Behaviour {
        /** Accepted and reported as delivered. */
        DELIVERED,
        /** Refused at RCPT. */
        BOUNCE,
        /** Accepted, and returned by a bounce message later. */
        ASYNC_BOUNCE,
        /** Refused for now some times, then accepted. */
        DEFER,
        /** Accepted, then reported as spam. */
        COMPLAIN,
        OPEN,
        CLICK,
        /** Accepted after a while. */
        SLOW,
        /** Accepted, then answered by an out-of-office message. */
        AUTO_REPLY,
        SUPPRESSED,
        UNKNOWN
    }

    static final String BAD_MAILBOX = "5.1.1";

    static final int MAX_DEFERRALS = 20;

    /** The longest delay; it occupies a connection of the pipeline. */
    static final Duration MAX_DELAY = Duration.ofMinutes(1);

    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(30);
    private static final Pattern STATUS = Pattern.compile("[45]\\.\\d{1,3}\\.\\d{1,3}");
    private static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,2}");
    private static final Pattern DELAY = Pattern.compile("(\\d{1,6})(ms|s|m)");

    static SimulatorAddress parse(String localPart) {
        var words = List.of(localPart.toLowerCase(Locale.ROOT).split("\\+", -1));
        var argument = words.size() > 1 ? words.get(1) : "";
        var behaviour = behaviour(words.get(0));
        return new SimulatorAddress(
                behaviour,
                STATUS.matcher(argument).matches() ? argument : BAD_MAILBOX,
                behaviour == Behaviour.DEFER ? deferrals(argument) : 0,
                behaviour == Behaviour.SLOW ? delay(argument) : Duration.ZERO);
    }

    private static Behaviour behaviour(String word) {
        return switch (word) {
            case "delivered" -> Behaviour.DELIVERED;
            case "bounce" -> Behaviour.BOUNCE;
            case "async-bounce" -> Behaviour.ASYNC_BOUNCE;
            case "defer" -> Behaviour.DEFER;
            case "complain" -> Behaviour.COMPLAIN;
            case "open" -> Behaviour.OPEN;
            case "click" -> Behaviour.CLICK;
            case "slow" -> Behaviour.SLOW;
            case "oof" -> Behaviour.AUTO_REPLY;
            case "suppressed" -> Behaviour.SUPPRESSED;
            default -> Behaviour.UNKNOWN;
        };
    }

    private static int deferrals(String argument) {
        return COUNT.matcher(argument).matches() ? Math.min(Integer.parseInt(argument), MAX_DEFERRALS) : 1;
    }

    private static Duration delay(String argument) {
        var parts = DELAY.matcher(argument);
        if (!parts.matches()) {
            return DEFAULT_DELAY;
        }
        var number = Long.parseLong(parts.group(1));
        var delay =
                switch (parts.group(2)) {
                    case "ms" -> Duration.ofMillis(number);
                    case "m" -> Duration.ofMinutes(number);
                    default -> Duration.ofSeconds(number);
                };
        return delay.compareTo(MAX_DELAY) < 0 ? delay : MAX_DELAY;
    }

    /** Returns the reply that refuses the email by its status; its words say nothing, so that the code alone decides. */
    String refusal() {
        var code =
                switch (status) {
                    case "4.2.2" -> 452;
                    case "5.2.2", "5.2.3", "5.3.4" -> 552;
                    default -> status.startsWith("4") ? 451 : 550;
                };
        return code + " " + status + " Simulated refusal";
    }
}
