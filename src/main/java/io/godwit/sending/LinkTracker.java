package io.godwit.sending;

import io.godwit.core.LinkTokenCodec.Link;

/** Makes it known when a mail is opened and its links are followed. Owned here, kept by tracking, wired by the server. */
public interface LinkTracker {

    /** Nobody follows anything. */
    LinkTracker NONE = (html, reader, base) -> html;

    /**
     * The body with what makes it known; the same for the same reader, so that every copy of a mail is the same.
     *
     * @param base of the links, without a trailing slash
     */
    String mark(String html, Link reader, String base);
}
