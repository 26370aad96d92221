package io.godwit.segments;

/** The source of a segment's members. */
public enum SegmentType {
    /** Its filter. */
    DYNAMIC,
    /** Requests that add and remove members. */
    STATIC
}
