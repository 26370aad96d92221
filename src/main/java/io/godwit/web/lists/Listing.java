package io.godwit.web.lists;

import io.godwit.core.id.ProjectId;
import io.godwit.web.lists.CursorCodec.Position;

/** Reads and writes the cursors of one list, as one request asks for it. */
public final class Listing {

    private final CursorCodec codec;
    private final String endpoint;
    private final String filters;
    private final ProjectId project;

    Listing(CursorCodec codec, String endpoint, String filters, ProjectId project) {
        this.codec = codec;
        this.endpoint = endpoint;
        this.filters = filters;
        this.project = project;
    }

    /** Throws a 422 for anything but a cursor of this list, with these filters and in this order. */
    public Position read(String cursor) {
        return codec.read(endpoint, filters, project, cursor);
    }

    /** Writes the cursor of the page after {@code last}. */
    public String write(Position last) {
        return codec.write(endpoint, filters, project, last);
    }
}
