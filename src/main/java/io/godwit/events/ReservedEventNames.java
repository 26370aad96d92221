package io.godwit.events;

/** The event names reserved for the service. */
public final class ReservedEventNames {

    private ReservedEventNames() {}

    /**
     * True for names of events that only the service itself appends. Any other name is free, {@code contact.created} and
     * {@code segment.viewed} too.
     */
    public static boolean isReserved(String name) {
        return name.startsWith("email.")
                || name.equals("contact.subscribed")
                || name.equals("contact.unsubscribed")
                || (name.startsWith("segment.") && (name.endsWith(".entry") || name.endsWith(".exit")));
    }

    /** Returns a condition of SQL, in parentheses, that is true for a reserved name in the column. */
    public static String condition(String column) {
        return """
                (starts_with(%1$s, 'email.') OR %1$s IN ('contact.subscribed', 'contact.unsubscribed')
                 OR starts_with(%1$s, 'segment.') AND %1$s ~ '[.](entry|exit)$')\
                """.formatted(column);
    }
}
