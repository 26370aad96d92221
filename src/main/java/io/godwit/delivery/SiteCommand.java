package io.godwit.delivery;

import io.godwit.bus.Topic;

/**
 * An operator's command for a site, to all nodes.
 *
 * @param source the egress source; empty text: all
 * @param untilMillis the end of a pause, in milliseconds since 1970
 * @param sentence the reason of a pause
 */
record SiteCommand(String site, String source, Action action, long untilMillis, String sentence) {

    static final Topic<SiteCommand> TOPIC = new Topic<>("delivery.sites", SiteCommand.class);

    /** The commands. */
    enum Action {
        /** Sends nothing until the end of the pause. */
        PAUSE,
        /** Ends every suspension. */
        RESUME,
        /** Lets one email through as a test, and all others when it was taken. */
        TRY_NOW
    }

    boolean concerns(String egressSource) {
        return source.isEmpty() || source.equals(egressSource);
    }
}
