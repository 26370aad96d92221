package io.godwit.webhooks;

import io.godwit.webhooks.CallOutcome.Health;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Decides whether a call has ended or is repeated after an attempt. */
final class CallPolicy {

    private final CallBackoff backoff;

    CallPolicy(CallBackoff backoff) {
        this.backoff = backoff;
    }

    CallOutcome answered(ClaimedCall call, CallResponse response) {
        if (response.mayBeRepeated()) {
            return repeated(call, response);
        } else if (response.status() >= 300 && response.status() < 400) {
            return ended(call, Optional.of(response.status()), Health.HEALTHY, response.body())
                    .failing("REDIRECT_REFUSED: The answer points to another place; calls do not follow.")
                    .get();
        }
        return ended(call, Optional.of(response.status()), Health.HEALTHY, response.body())
                .get();
    }

    private CallOutcome repeated(ClaimedCall call, CallResponse response) {
        var retryAfter = response.retryAfter().flatMap(header -> RetryAfter.read(header, call.now()));
        var pause = longer(backoff.after(call.attempt()), retryAfter.orElse(Duration.ZERO));
        return retry(
                call,
                Optional.of(response.status()),
                "HTTP: The answer was " + response.status() + ".",
                response.body(),
                pause,
                retryAfter);
    }

    CallOutcome unanswered(ClaimedCall call, NoResponseException why) {
        var pause = backoff.after(call.attempt());
        return retry(call, Optional.empty(), why.sentence(), "", pause, Optional.empty());
    }

    /** Schedules another attempt, or gives the call up when that would come after its expiry. */
    private CallOutcome retry(
            ClaimedCall call,
            Optional<Integer> status,
            String error,
            String body,
            Duration pause,
            Optional<Duration> retryAfter) {
        if (call.age().plus(pause).compareTo(call.left()) >= 0) {
            return ended(call, status.or(call::lastStatus), Health.FAILING, body)
                    .failing("GAVE_UP: " + call.attempt() + " attempts failed; the last one: " + error)
                    .get();
        }
        return new CallOutcome(
                call,
                Optional.of(pause),
                status,
                Optional.of(error),
                false,
                body,
                Health.FAILING,
                retryAfter.orElse(Duration.ZERO),
                call.age());
    }

    /** Ends a call that must not be made. */
    CallOutcome refused(ClaimedCall call, CallRejectedException why) {
        return ended(call, Optional.empty(), Health.UNKNOWN, "")
                .failing(why.sentence())
                .get();
    }

    CallOutcome disabled(ClaimedCall call) {
        return ended(call, Optional.empty(), Health.UNKNOWN, "")
                .failing("PROJECT_DISABLED: The project may not do anything at present.")
                .get();
    }

    /** Ends a call that was not tried in time, because its circuit was open or other calls were before it. */
    CallOutcome expired(ClaimedCall call) {
        return ended(call, call.lastStatus(), Health.UNKNOWN, "")
                .failing("GAVE_UP: It could not be delivered in time, after " + call.attempt() + " attempts.")
                .get();
    }

    /** Ends a call whose URL has answered 410 Gone. */
    CallOutcome endpointGone(ClaimedCall call, Instant until) {
        var why = "ENDPOINT_DISABLED: The URL answered 410 Gone and is not called before "
                + until.truncatedTo(ChronoUnit.SECONDS) + ".";
        return ended(call, Optional.of(410), Health.UNKNOWN, why).saying(why).get();
    }

    private static OutcomeBuilder ended(ClaimedCall call, Optional<Integer> status, Health health, String body) {
        return new OutcomeBuilder(call, status, health, body, Optional.empty(), false);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Builds the outcome of a call that has ended. */
    private record OutcomeBuilder(
            ClaimedCall call,
            Optional<Integer> status,
            Health health,
            String body,
            Optional<String> error,
            boolean failed) {

        OutcomeBuilder saying(String why) {
            return new OutcomeBuilder(call, status, health, body, Optional.of(why), failed);
        }

        OutcomeBuilder failing(String why) {
            return new OutcomeBuilder(call, status, health, body, Optional.of(why), true);
        }

        CallOutcome get() {
            return new CallOutcome(
                    call, Optional.empty(), status, error, failed, body, health, Duration.ZERO, call.age());
        }
    }
}
