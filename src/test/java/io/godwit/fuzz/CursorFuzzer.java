package io.godwit.fuzz;

import io.godwit.core.Failure;
import io.godwit.core.id.ProjectId;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The cursors of lists. Input: a position, a character to put there, then a sort key, or a whole cursor. */
public final class CursorFuzzer {

    private static final CursorCodec CODEC = new CursorCodec("k".repeat(32).getBytes(StandardCharsets.US_ASCII));
    private static final ProjectId PROJECT = new ProjectId(new UUID(1, 2));
    private static final ProjectId OTHER_PROJECT = new ProjectId(new UUID(1, 3));
    private static final UUID ID = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
    private static final String FILTERS = "status=FAILED";
    private static final String LIST = "/emails";
    private static final int MAX_SORT_KEY = 500;

    private CursorFuzzer() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var input = new FuzzInput(data);
        var place = input.number(256);
        var character = (char) input.number(256);
        var text = input.text();
        checkAny(text);
        if (text.getBytes(StandardCharsets.UTF_8).length <= MAX_SORT_KEY) {
            check(new Position(text, ID), place, character);
        }
    }

    /** The search learns cursors that were written; any other text is refused. */
    private static void checkAny(String text) {
        try {
            var position = CODEC.read(LIST, FILTERS, PROJECT, text);
            Invariant.same(ID, position.id(), "A cursor that is accepted has an id that was written");
            Invariant.same(
                    text, CODEC.write(LIST, FILTERS, PROJECT, position), "A cursor that is accepted was written");
        } catch (Failure refused) {
            requireInvalid(refused);
        }
    }

    private static void check(Position position, int place, char character) {
        var cursor = CODEC.write(LIST, FILTERS, PROJECT, position);
        Invariant.same(position, CODEC.read(LIST, FILTERS, PROJECT, cursor), "A cursor is read as it was written");
        requireRefused("/events", FILTERS, PROJECT, cursor);
        requireRefused(LIST, "status=SENT", PROJECT, cursor);
        requireRefused(LIST, FILTERS, OTHER_PROJECT, cursor);
        requireRefused(LIST, FILTERS, PROJECT, cursor + character);
        requireRefused(LIST, FILTERS, PROJECT, cursor.substring(0, place % cursor.length()));
        var changed = new StringBuilder(cursor);
        changed.setCharAt(place % cursor.length(), character);
        if (!changed.toString().equals(cursor)) {
            requireRefused(LIST, FILTERS, PROJECT, changed.toString());
        }
        var last = new StringBuilder(cursor);
        last.setCharAt(cursor.length() - 1, character);
        if (!last.toString().equals(cursor)) {
            requireRefused(LIST, FILTERS, PROJECT, last.toString());
        }
        try {
            position.time();
            position.number();
        } catch (Failure refused) {
            requireInvalid(refused);
        }
    }

    private static void requireRefused(String endpoint, String filters, ProjectId project, String cursor) {
        try {
            CODEC.read(endpoint, filters, project, cursor);
        } catch (Failure refused) {
            requireInvalid(refused);
            return;
        }
        throw new AssertionError("A cursor that was not written for this list is accepted: " + cursor);
    }

    private static void requireInvalid(Failure refused) {
        Invariant.same(Failure.Kind.VALIDATION_ERROR, refused.kind(), "A cursor that is none is a 422");
    }
}
