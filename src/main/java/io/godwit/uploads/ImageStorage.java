package io.godwit.uploads;

import io.vertx.core.Future;

/** Stores uploaded images. */
interface ImageStorage {

    /**
     * Stores an image, which is complete once this completes; fails with {@code SERVICE_UNAVAILABLE} when it cannot be
     * stored.
     */
    Future<Void> put(ImageKey key, byte[] content);

    /** Removes an image whose address was never given out; one that cannot be removed stays, which does no harm. */
    Future<Void> remove(ImageKey key);

    /** The public address of the image. */
    String url(ImageKey key);
}
