package io.godwit.events;

/** Which names of events are ours. */
public final class ReservedEventNames {

    private ReservedEventNames() {}

    /**
     * Whether only the service itself makes events of this name. Anything else is free, {@code contact.created} and {@code
     * segment.viewed} too.
     */
    public static boolean isReserved(String name) {
        return name.startsWith("email.")
                || name.equals("contact.subscribed")
                || name.equals("contact.unsubscribed")
                || (name.startsWith("segment.") && (name.endsWith(".entry") || name.endsWith(".exit")));
    }
}
