package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import io.godwit.workflows.model.StepType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a time, or until a weekday or a time of day.
 *
 * @param shown {@code amount} and {@code unit} as they were written, or {@code until}, for the history
 */
public record DelayStep(Optional<Duration> pause, Optional<WallClockTime> until, Map<String, @Nullable Object> shown)
        implements Step {

    static final Duration MAX_DELAY = Duration.ofDays(365);

    /** Units of an amount; a day is 24 hours exactly. */
    enum Unit {
        seconds(Duration.ofSeconds(1)),
        minutes(Duration.ofMinutes(1)),
        hours(Duration.ofHours(1)),
        days(Duration.ofDays(1)),
        weeks(Duration.ofDays(7));

        private final Duration length;

        Unit(Duration length) {
            this.length = length;
        }

        private BigDecimal micros() {
            return BigDecimal.valueOf(length.toNanos() / 1_000);
        }
    }

    static Optional<DelayStep> read(JsonBody config) {
        config.knows("amount", "unit");
        if (config.has("until")) {
            return readUntil(config);
        }
        var amount = amount(config);
        var unit = config.optionalEnum("unit", Unit.class);
        if (!config.has("unit")) {
            config.missing("unit");
        }
        return amount.isPresent() && unit.isPresent() ? checked(config, amount.get(), unit.get()) : Optional.empty();
    }

    private static Optional<DelayStep> readUntil(JsonBody config) {
        if (config.has("amount") || config.has("unit")) {
            config.issue("until", "custom", "Give either amount and unit, or until");
            return Optional.empty();
        }
        return config.optionalObject("until").flatMap(members -> WallClockTime.read(config.child("until", members))
                .map(time -> new DelayStep(Optional.empty(), Optional.of(time), Map.of("delayUntil", time.shown()))));
    }

    private static Optional<BigDecimal> amount(JsonBody config) {
        if (!config.has("amount")) {
            config.missing("amount");
            return Optional.empty();
        }
        return number(config, "amount");
    }

    /** Reads a number member; notes a mistake when it is none. */
    static Optional<BigDecimal> number(JsonBody config, String name) {
        var value = config.raw(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!(value instanceof Number)) {
            config.wrongType(name, "number", value);
            return Optional.empty();
        }
        var number = new BigDecimal(value.toString());
        if (number.signum() <= 0) {
            config.issue(name, "too_small", "Number must be greater than 0");
            return Optional.empty();
        }
        return Optional.of(number);
    }

    private static Optional<DelayStep> checked(JsonBody config, BigDecimal amount, Unit unit) {
        var max = BigDecimal.valueOf(MAX_DELAY.toNanos() / 1_000).divide(unit.micros(), 6, RoundingMode.DOWN);
        if (amount.precision() - amount.scale() > 10 || amount.compareTo(max) > 0) {
            config.issue("amount", "too_big", "A delay lasts at most " + MAX_DELAY.toDays() + " days");
            return Optional.empty();
        }
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("delayAmount", amount);
        shown.put("delayUnit", unit.name());
        return Optional.of(
                new DelayStep(Optional.of(duration(amount.multiply(unit.micros()))), Optional.empty(), shown));
    }

    /** Whole microseconds, the grain of the database's clock; a fraction is rounded up, because no timer may be early. */
    public static Duration duration(BigDecimal micros) {
        return Duration.of(micros.setScale(0, RoundingMode.CEILING).longValueExact(), ChronoUnit.MICROS);
    }

    @Override
    public StepType type() {
        return StepType.DELAY;
    }

    @Override
    public StepDecision decide(StepContext context) {
        var end = end(context.now());
        var output = new LinkedHashMap<>(shown);
        output.put("resumeAt", end.toString());
        return StepDecision.suspend(output, end);
    }

    private Instant end(Instant now) {
        return pause.map(now::plus).orElseGet(() -> until.orElseThrow().after(now));
    }

    @Override
    public StepDecision wake(StepContext context, ResumeReason reason) {
        return StepDecision.leave(ONLY, Map.of());
    }
}
