package io.godwit.smtp.html;

/** Receives the text of an HTML body and the tags that lay it out, in their order. */
interface TextEvents {

    /** Receives text between two tags, or a part of it that tears no character reference. */
    void text(String html, int from, int to);

    /** Receives the text of a picture, as it is written in the attribute. */
    void alternative(String attribute);

    /** Receives a {@code <} that begins no tag. */
    void lessThan();

    /** Receives the begin or end of a block that is this many line ends away from others. */
    void block(int lines);

    /** Receives the begin or end of preformatted text. */
    void preformatted(boolean begins);

    void lineBreak();

    void cell();

    void rule();

    void beginList(boolean numbered);

    void endList();

    void item();

    /** Receives the begin of a link, with the address as it is written in the attribute; it ends one that is open. */
    void beginLink(String attribute);

    void endLink();
}
