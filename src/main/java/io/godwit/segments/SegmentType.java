package io.godwit.segments;

/** The source of a segment's members. */
public enum SegmentType {
    /** Members are the contacts that match its filter. */
    DYNAMIC,
    /** Requests that add and remove members. */
    STATIC
}
