package io.godwit.templates.engine;

import org.jspecify.annotations.Nullable;

/** The state of one running loop: its item, and the members of {@code forloop}. */
final class LoopFrame {

    private final String name;
    private final int length;
    private final @Nullable LoopFrame outer;
    private int index;
    private int columns;
    private @Nullable Object item;

    LoopFrame(String name, int length, @Nullable LoopFrame outer) {
        this.name = name;
        this.length = length;
        this.outer = outer;
    }

    @Nullable
    LoopFrame outer() {
        return outer;
    }

    void move(int nextIndex, @Nullable Object nextItem) {
        index = nextIndex;
        item = nextItem;
    }

    /** Makes it the loop of a table. */
    void setColumns(int count) {
        columns = count;
    }

    int column() {
        return index % columns + 1;
    }

    /** Tells whether another row follows this cell. */
    boolean isRowEnd() {
        return column() == columns && index < length - 1;
    }

    int nextRow() {
        return index / columns + 2;
    }

    /** The value of the item's name or of the loop's own, else {@link RenderScope#UNBOUND}. */
    @Nullable
    Object local(String wanted) {
        if (wanted.equals(name)) {
            return item;
        }
        return wanted.equals(columns > 0 ? "tablerowloop" : "forloop") ? this : RenderScope.UNBOUND;
    }

    /** A member of {@code forloop} or {@code tablerowloop}; null when there is none of that name. */
    @Nullable
    Object member(String member) {
        return switch (member) {
            case "index" -> index + 1;
            case "index0" -> index;
            case "rindex" -> length - index;
            case "rindex0" -> length - index - 1;
            case "first" -> index == 0;
            case "last" -> index == length - 1;
            case "length" -> length;
            case "parentloop" -> outer;
            default -> columns > 0 ? column(member) : null;
        };
    }

    private @Nullable Object column(String member) {
        return switch (member) {
            case "col" -> column();
            case "col0" -> column() - 1;
            case "row" -> index / columns + 1;
            case "col_first" -> column() == 1;
            case "col_last" -> column() == columns;
            default -> null;
        };
    }

    /** A loop itself prints nothing. */
    @Override
    public String toString() {
        return "";
    }
}
