package io.godwit.web;

/** Hears which members a reader asks a {@link JsonBody} for, and in which form; so the reader describes the body it reads. */
public interface MemberListener {

    /** A member that is read by its type. */
    void member(String name, MemberType type);

    /** A member whose reader says more of it than its type as {@link #member} names it. */
    void expected(String name, MemberType type);

    /** A member the reader looks at by itself. */
    void any(String name);

    /** A member without which the body is refused. */
    void required(String name);

    /** A member that means something else when it is null than when it is absent. */
    void nullable(String name);

    /** Another name of a member. */
    void alias(String name, String alias);

    /** The listener of a member that is an object; {@code list.0} is the first item of a list. */
    MemberListener child(String name);
}
