package io.godwit.templates.engine;

import io.godwit.core.EditDistance;
import io.godwit.templates.engine.Expression.Call;
import io.godwit.templates.engine.Expression.Constant;
import io.godwit.templates.filters.LiquidFilter;
import io.godwit.templates.filters.LiquidFilterRegistry;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the calls of filters in one tag: whether the filter is known, and takes these arguments. */
final class FilterCallCheck {

    private String warning = "";
    private String dateWarning = "";

    /** Returns the sentence about the first call that does not fit, or has no date format or time zone; empty when there is none. */
    String warning() {
        return warning.isEmpty() ? dateWarning : warning;
    }

    /** Returns whether all calls are those of filters that take their arguments. */
    boolean fits() {
        return warning.isEmpty();
    }

    /** Returns the call; empty for one of an unknown filter or with other arguments than it takes, which changes nothing. */
    Optional<Call> call(String name, List<Expression> positional, Map<String, Expression> named) {
        return LiquidFilterRegistry.find(name)
                .filter(filter -> suits(name, filter, positional, named))
                .map(filter -> new Call(filter, positional, named))
                .or(() -> unknown(name));
    }

    private boolean suits(
            String name, LiquidFilter filter, List<Expression> positional, Map<String, Expression> named) {
        var matches = positional.size() >= filter.min()
                && positional.size() <= filter.max()
                && filter.named().containsAll(named.keySet());
        if (!matches) {
            warning("The filter " + name + " takes " + arguments(filter));
        } else if (name.equals("date")) {
            checkFormat(positional.get(0));
            positional.stream().skip(1).forEach(this::checkZone);
        }
        return matches;
    }

    /** Looks at a format that is written in the template: one of another service would be sent as it stands. */
    private void checkFormat(Expression format) {
        if (format instanceof Constant constant
                && constant.value() instanceof String written
                && !written.isEmpty()
                && written.indexOf('%') < 0) {
            dateWarning = "The date format " + (written.length() > 40 ? written.substring(0, 40) : written)
                    + " has no directive; write one such as %d.%m.%Y";
        }
    }

    /** Looks at a time zone that is written in the template: an unknown one would show the time of another. */
    private void checkZone(Expression zone) {
        if (zone instanceof Constant constant && constant.value() instanceof String written) {
            try {
                ZoneId.of(written);
            } catch (DateTimeException unknown) {
                dateWarning = "There is no time zone " + written + "; write one such as Europe/Berlin";
            }
        }
    }

    private static String arguments(LiquidFilter filter) {
        if (filter.max() == 0) {
            return "no argument";
        }
        return filter.min() == filter.max()
                ? filter.max() + (filter.max() == 1 ? " argument" : " arguments")
                : filter.min() + " to " + filter.max() + " arguments";
    }

    private Optional<Call> unknown(String name) {
        warning("There is no filter " + (name.length() > 40 ? name.substring(0, 40) : name)
                + nearest(name).map(near -> "; did you mean " + near + "?").orElse(""));
        return Optional.empty();
    }

    private static Optional<String> nearest(String name) {
        return name.length() > 40
                ? Optional.empty()
                : LiquidFilterRegistry.names().stream()
                        .filter(known -> EditDistance.between(name, known) <= 2)
                        .min(Comparator.comparingInt((String known) -> EditDistance.between(name, known))
                                .thenComparing(Comparator.naturalOrder()));
    }

    private void warning(String sentence) {
        warning = warning.isEmpty() ? sentence : warning;
    }
}
