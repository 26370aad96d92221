package io.godwit.uploads;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The storage of uploaded images.
 *
 * @param folder a folder of this node
 * @param bucket used instead of the folder, when present
 */
public record UploadSettings(Path folder, Optional<Bucket> bucket) {

    /**
     * A bucket of Amazon S3 or of a compatible provider.
     *
     * @param endpoint the endpoint of another provider; its buckets are addressed by path
     * @param keys empty: the credentials Amazon's SDK finds in the environment, a profile, the container's or machine's
     *     role
     * @param publicUrl the public address of the bucket's objects; no trailing slash
     */
    public record Bucket(String name, String region, Optional<URI> endpoint, Optional<Keys> keys, String publicUrl) {

        /** The name without the keys. */
        @Override
        public String toString() {
            return "Bucket " + name;
        }
    }

    /** An access key of the bucket's provider. */
    public record Keys(String access, String secret) {

        /** The access key without the secret one. */
        @Override
        public String toString() {
            return "Keys " + access;
        }
    }
}
