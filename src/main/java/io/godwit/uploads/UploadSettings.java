package io.godwit.uploads;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where images are kept.
 *
 * @param folder of this node
 * @param bucket in its place, when there is one
 */
public record UploadSettings(Path folder, Optional<Bucket> bucket) {

    /**
     * A bucket of Amazon S3 or of something that speaks like it.
     *
     * @param endpoint of another provider; its buckets are addressed by path
     * @param keys without them, what Amazon's SDK finds by itself: environment, profile, the container's or machine's role
     * @param publicUrl where anybody reads the bucket's objects; no trailing slash
     */
    public record Bucket(String name, String region, Optional<URI> endpoint, Optional<Keys> keys, String publicUrl) {

        /** Without the keys. */
        @Override
        public String toString() {
            return "Bucket " + name;
        }
    }

    /** An access key of the bucket's provider. */
    public record Keys(String access, String secret) {

        /** Without the secret one. */
        @Override
        public String toString() {
            return "Keys " + access;
        }
    }
}
