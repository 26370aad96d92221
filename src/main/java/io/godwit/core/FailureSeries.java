package io.godwit.core;

import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs failures that follow one another, as all those of an outage do, as one line at their beginning and one at their end: the
 * first at WARN, further ones at DEBUG, and at the first success how many items they concerned in all.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class FailureSeries {

    private final Logger log;
    private final String items;
    private final String sentence;
    private final String ended;
    private boolean failing;
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

    /** Notes that so many items have failed. */
    public void failed(long number, Throwable cause) {
        log.atLevel(failing ? Level.DEBUG : Level.WARN)
                .addKeyValue(items, number)
                .addKeyValue("cause", cause.getMessage())
                .log(sentence);
        failing = true;
        count += number;
    }

    /** Notes a success. */
    public void succeeded() {
        if (failing) {
            log.atInfo().addKeyValue(items, count).log(ended);
            failing = false;
            count = 0;
        }
    }
}
