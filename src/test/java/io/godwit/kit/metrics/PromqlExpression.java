package io.godwit.kit.metrics;

import java.util.Map;

/** A parsed expression of the query language of Prometheus. */
@FunctionalInterface
public interface PromqlExpression {

    /** The value of each set of labels at a minute; a number has one value without labels. */
    Map<Map<String, String>, Double> at(SampledSeries series, int minute);

    /** Parses the part of the language that our alert rules use; fails on any other. */
    static PromqlExpression parse(String text) {
        return new PromqlParser(text).parse();
    }
}
