package io.godwit.uploads;

import io.vertx.core.Future;

/** Where images are kept. */
interface ImageStorage {

    /** The image is there as a whole once this completes; fails with {@code SERVICE_UNAVAILABLE} when it cannot be kept. */
    Future<Void> put(ImageKey key, byte[] content);

    /** Forgets an image nobody has heard of; what cannot be removed stays, which does no harm. */
    Future<Void> remove(ImageKey key);

    /** Where anybody finds the image. */
    String url(ImageKey key);
}
