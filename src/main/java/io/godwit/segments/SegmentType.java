package io.godwit.segments;

/** Who decides who is in a segment. */
public enum SegmentType {
    /** Its filter. */
    DYNAMIC,
    /** Those who add and remove its members. */
    STATIC
}
