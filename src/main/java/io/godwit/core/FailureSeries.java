package io.godwit.core;

import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs failures that follow one another, as all those of an outage do, as one line at their beginning and one at their end: the
 * first of each cause at WARN, further ones at DEBUG, and at the first success the items of all failed attempts together.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class FailureSeries {

    private final Logger log;
    private final String items;
    private final String sentence;
    private final String ended;
    private final DistinctCauses causes = new DistinctCauses();
    private long count;

    /**
     * Creates a series.
     *
     * @param items the key of the number of items
     * @param sentence logged at the beginning
     * @param ended logged at the end
     */
    public FailureSeries(Logger log, String items, String sentence, String ended) {
        this.log = log;
        this.items = items;
        this.sentence = sentence;
        this.ended = ended;
    }

    /** Notes an attempt that failed for so many items. */
    public void failed(long number, Throwable cause) {
        var line = log.atLevel(causes.add(cause) ? Level.WARN : Level.DEBUG)
                .addKeyValue(items, number)
                .addKeyValue("cause", String.valueOf(cause.getMessage()));
        if (!(cause instanceof Failure)) {
            line = line.setCause(cause);
        }
        line.log(sentence);
        count += number;
    }

    /** Notes a success. */
    public void succeeded() {
        if (!causes.isEmpty()) {
            log.atInfo().addKeyValue(items, count).log(ended);
            causes.clear();
            count = 0;
        }
    }
}
