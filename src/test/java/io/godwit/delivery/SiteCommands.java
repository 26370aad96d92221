package io.godwit.delivery;

import io.godwit.bus.Bus;

/** Commands of operators to sites, as the routes publish them. */
public final class SiteCommands {

    private SiteCommands() {}

    /** Ends every suspension. */
    public static void resume(Bus bus, String site) {
        bus.publish(SiteCommand.TOPIC, new SiteCommand(site, "", SiteCommand.Action.RESUME, 0, ""));
    }

    /** Lets one email through as a test. */
    public static void tryNow(Bus bus, String site) {
        bus.publish(SiteCommand.TOPIC, new SiteCommand(site, "", SiteCommand.Action.TRY_NOW, 0, ""));
    }
}
