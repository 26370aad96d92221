package io.godwit.web;

import java.util.List;

/** Hears which members a reader asks a {@link JsonBody} for, and in which form; so the reader describes the body it reads. */
public interface MemberListener {

    /** A text of so many characters (UTF-16 units). */
    void text(String name, int min, int max);

    void email(String name);

    void flag(String name);

    void object(String name);

    void list(String name);

    void words(String name, List<String> words);

    /** A member the reader looks at by itself. */
    void any(String name);

    /** A member without which the body is refused. */
    void required(String name);

    /** The listener of a member that is an object; {@code list.0} is the first item of a list. */
    MemberListener child(String name);
}
