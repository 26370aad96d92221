package io.godwit.sending;

import io.godwit.core.LinkTokenCodec.Link;

/** Adds open and click tracking to HTML bodies. Declared here, implemented by {@code tracking}, wired by the server. */
public interface LinkTracker {

    /** Tracks nothing. */
    LinkTracker NONE = (html, reader, ignored) -> html;

    /**
     * Returns the body with tracking links and the open picture; equal for the same recipient, so that every copy of an email
     * is the same.
     *
     * @param base of the links, without a trailing slash
     */
    String addTracking(String html, Link reader, String base);
}
