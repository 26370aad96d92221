package io.godwit.core;

/** Makes the name of a copied resource: the original name with {@code " (Copy)"} behind it. */
public final class CopyName {

    private static final String ENDING = " (Copy)";

    private CopyName() {}

    /** At most {@code max} characters: a longer name is cut at its end, between two characters, so that the ending fits. */
    public static String of(String name, int max) {
        var maxLength = max - ENDING.length();
        if (name.length() <= maxLength) {
            return name + ENDING;
        }
        var end = Character.isHighSurrogate(name.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
        return name.substring(0, end) + ENDING;
    }
}
