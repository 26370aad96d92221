package io.godwit.smtp.client;

import io.godwit.smtp.SmtpStage;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The timeouts of a whole reply at each stage. The numbers are the minimum of RFC 5321 §4.5.3.2; a shorter configured timeout
 * limits them all, the final dot's to twice its length.
 *
 * @param connect TCP and TLS
 * @param greeting the greeting, EHLO and AUTH
 * @param command MAIL and RCPT
 * @param data DATA
 * @param block max time in which no byte of the message can be written
 * @param dot the final dot; too short makes duplicates
 */
public record SmtpTimeouts(
        Duration connect, Duration greeting, Duration command, Duration data, Duration block, Duration dot) {

    public static SmtpTimeouts within(Duration max) {
        return new SmtpTimeouts(
                shorter(Duration.ofSeconds(30), max),
                shorter(Duration.ofMinutes(5), max),
                shorter(Duration.ofMinutes(5), max),
                shorter(Duration.ofMinutes(2), max),
                shorter(Duration.ofMinutes(3), max),
                shorter(Duration.ofMinutes(10), max.multipliedBy(2)));
    }

    /** Returns the timeout of a reply at the stage. */
    Duration of(SmtpStage stage) {
        return switch (stage) {
            case CONNECT -> greeting;
            case MAIL, RCPT -> command;
            case DATA -> data;
            case DOT, UNKNOWN -> dot;
        };
    }

    Duration shortest() {
        return Stream.of(connect, greeting, command, data, block, dot)
                .min(Duration::compareTo)
                .orElseThrow();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
