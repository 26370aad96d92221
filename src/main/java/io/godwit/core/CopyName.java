package io.godwit.core;

/** What the copy of a named thing is called. */
public final class CopyName {

    private static final String ENDING = " (Copy)";

    private CopyName() {}

    /** At most {@code max} characters: room for the ending is made at the end of the name, between two characters. */
    public static String of(String name, int max) {
        var room = max - ENDING.length();
        if (name.length() <= room) {
            return name + ENDING;
        }
        var end = Character.isHighSurrogate(name.charAt(room - 1)) ? room - 1 : room;
        return name.substring(0, end) + ENDING;
    }
}
