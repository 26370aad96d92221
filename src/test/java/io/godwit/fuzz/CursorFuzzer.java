package io.godwit.fuzz;

import io.godwit.core.Failure;
import io.godwit.core.id.ProjectId;
import io.godwit.web.body.QueryParameters;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.godwit.web.lists.Listing;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The cursors of lists. Input: a position, a character to put there, then a sort key, or a whole cursor. */
public final class CursorFuzzer {

    private static final CursorCodec CODEC = new CursorCodec("k".repeat(32).getBytes(StandardCharsets.US_ASCII));
    private static final ProjectId PROJECT = new ProjectId(new UUID(1, 2));
    private static final ProjectId OTHER_PROJECT = new ProjectId(new UUID(1, 3));
    private static final UUID ID = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);
    private static final String FILTER = "status=SENT";
    private static final Listing LISTING = listing("/emails", PROJECT, FILTER);
    private static final int MAX_SORT_KEY = 500;

    private CursorFuzzer() {}

    private static Listing listing(String endpoint, ProjectId project, String query) {
        return CODEC.listing(endpoint, project, QueryParameters.of(query));
    }

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
            var position = LISTING.read(text);
            Invariant.same(ID, position.id(), "A cursor that is accepted has an id that was written");
            Invariant.same(text, LISTING.write(position), "A cursor that is accepted was written");
        } catch (Failure refused) {
            requireInvalid(refused);
        }
    }

    private static void check(Position position, int place, char character) {
        var cursor = LISTING.write(position);
        Invariant.same(position, LISTING.read(cursor), "A cursor is read as it was written");
        requireRefused(listing("/events", PROJECT, FILTER), cursor);
        requireRefused(listing("/emails", OTHER_PROJECT, FILTER), cursor);
        requireRefused(listing("/emails", PROJECT, "status=FAILED"), cursor);
        requireRefused(LISTING, cursor + character);
        requireRefused(LISTING, cursor.substring(0, place % cursor.length()));
        var changed = new StringBuilder(cursor);
        changed.setCharAt(place % cursor.length(), character);
        if (!changed.toString().equals(cursor)) {
            requireRefused(LISTING, changed.toString());
        }
        var last = new StringBuilder(cursor);
        last.setCharAt(cursor.length() - 1, character);
        if (!last.toString().equals(cursor)) {
            requireRefused(LISTING, last.toString());
        }
        try {
            position.time();
            position.number();
        } catch (Failure refused) {
            requireInvalid(refused);
        }
    }

    private static void requireRefused(Listing listing, String cursor) {
        try {
            listing.read(cursor);
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
