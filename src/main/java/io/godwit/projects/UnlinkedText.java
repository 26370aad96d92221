package io.godwit.projects;

import java.util.regex.Pattern;

/**
 * Writes a text that a user chose so that no mail program makes a link of it: a project's name may be an address of a page, and an
 * invitation is sent to whomever its inviter names.
 */
final class UnlinkedText {

    /** The places within www and behind the characters that make an address, dots of other scripts among them (UTS #46 §2.3). */
    private static final Pattern JOINT =
            Pattern.compile("(?<=w)(?=ww)|(?<=[.:/@\\u3002\\uff0e\\uff61])(?=\\S)", Pattern.CASE_INSENSITIVE);

    /** Invisible, and kept where text is made of HTML; spaces without a width are not. */
    private static final String WORD_JOINER = "\u2060";

    private UnlinkedText() {}

    /** Returns the text with invisible characters at its joints; it looks the same. */
    static String of(String text) {
        return JOINT.matcher(text).replaceAll(WORD_JOINER);
    }
}
