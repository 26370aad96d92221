package io.godwit.templates.filters;

import java.util.AbstractList;
import java.util.RandomAccess;

/** Whole numbers from one to another, both included; empty when the first is larger. Its members are made when asked for. */
public final class NumberRange extends AbstractList<Long> implements RandomAccess {

    private final long first;
    private final int size;

    public NumberRange(long first, long last) {
        this.first = first;
        this.size = last < first ? 0 : (int) Math.min(Integer.MAX_VALUE, Math.max(0, last - first) + 1);
    }

    @Override
    public Long get(int index) {
        return first + index;
    }

    @Override
    public int size() {
        return size;
    }

    /** Returns the range as Liquid prints it: {@code 1..5}. */
    @Override
    public String toString() {
        return first + ".." + (first + size - 1);
    }
}
