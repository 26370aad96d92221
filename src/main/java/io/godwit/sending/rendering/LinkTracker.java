package io.godwit.sending.rendering;

import io.godwit.core.TrackingTokenCodec;
import io.godwit.core.TrackingTokenCodec.TargetDigest;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.util.Optional;

/** Adds open and click tracking to HTML bodies. Declared here, implemented by {@code tracking}, wired by the server. */
public interface LinkTracker {

    /** The length of a token: letters, digits, hyphens and underscores. */
    int TOKEN_CHARACTERS = TrackingTokenCodec.CHARACTERS;

    /**
     * A tracked address that is the same in every email, but for the token between its two parts.
     *
     * @param before in HTML
     * @param after in HTML
     */
    record TrackedLink(String before, TargetDigest digest, String after) {}

    /** Prepares an address for the emails of one content; empty when it is not tracked. */
    Optional<TrackedLink> link(String address, String base);

    /** Prepares the open picture for the emails of one content: the whole element. */
    TrackedLink pixel(String base);

    /**
     * Begins the tracking of one email; equal for the same email, so that every copy of it is the same.
     *
     * @param base of the links, without a trailing slash
     */
    EmailLinks links(ProjectId project, EmailId email, String base);

    /** The links of one email. Not safe for several threads. */
    interface EmailLinks {

        /** Returns the tracked address, or the very same one when it is not tracked. */
        String link(String address);

        /** Returns the body with tracked links and the open picture. */
        String addTracking(String html);

        /** Returns the tokens of prepared links, in their order; the digests stand one after the other. */
        byte[][] tokens(byte[] digests);
    }
}
