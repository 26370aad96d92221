package io.godwit.delivery.check;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of one check.
 *
 * @param name of the check, such as {@code reverse-name}
 * @param subject the address or domain that was checked; empty when there is only one
 * @param finding a sentence about what was found
 * @param advice a sentence about what to do; empty when nothing is to be done
 */
public record CheckResult(String name, String subject, State state, String finding, Optional<String> advice) {

    /** The state of what was checked. */
    public enum State {
        OK,
        /** It works, but worse than it could. */
        WARNING,
        /** It does not work: mail is refused or lost, or Godwit does not start. */
        FAILED,
        /** Nothing could be found out. */
        UNKNOWN;

        /** Returns the word of the API. */
        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the same as a warning, where something else does the work meanwhile. */
    public CheckResult asWarning() {
        return new CheckResult(name, subject, State.WARNING, finding, advice);
    }

    /** The name and subject of a check, to make its result of. */
    public record Check(String name, String subject) {

        public CheckResult ok(String finding) {
            return new CheckResult(name, subject, State.OK, finding, Optional.empty());
        }

        public CheckResult warning(String finding, String advice) {
            return new CheckResult(name, subject, State.WARNING, finding, Optional.of(advice));
        }

        public CheckResult failed(String finding, String advice) {
            return new CheckResult(name, subject, State.FAILED, finding, Optional.of(advice));
        }

        public CheckResult unknown(String finding, String advice) {
            return new CheckResult(name, subject, State.UNKNOWN, finding, Optional.of(advice));
        }

        CheckResult noDns() {
            return unknown(
                    "The name servers do not answer", "Set dns.servers to a resolver that answers, and check again.");
        }
    }
}
