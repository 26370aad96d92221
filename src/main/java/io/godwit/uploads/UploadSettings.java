package io.godwit.uploads;

import io.godwit.core.SettingsReader;
import io.godwit.db.DatabaseSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The storage of uploaded images.
 *
 * @param folder a folder of this node
 * @param isPrivate whether the folder is that in the data directory, for this server alone; another one may be shared
 * @param bucket used instead of the folder, when present
 */
public record UploadSettings(Path folder, boolean isPrivate, Optional<Bucket> bucket) {

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

    public static UploadSettings read(SettingsReader reader, DatabaseSettings database) {
        var chosen = reader.optional("uploads.dir").map(ignored -> reader.path("uploads.dir"));
        var folder = chosen.orElseGet(() -> database.dataDir().resolve("uploads"));
        var region = reader.required("uploads.s3.region");
        var endpoint = reader.url("uploads.s3.endpoint");
        var publicUrl = reader.url("uploads.s3.public-url");
        var keys = s3Keys(reader);
        var name = reader.optional("uploads.s3.bucket");
        var configured = Stream.of(endpoint, keys, name, publicUrl).anyMatch(Optional::isPresent);
        if (configured && (name.isEmpty() || publicUrl.isEmpty())) {
            reader.note(
                    "uploads.s3.bucket (GODWIT_UPLOADS_S3_BUCKET) and uploads.s3.public-url (GODWIT_UPLOADS_S3_PUBLIC_URL) belong together; give both or none");
        }
        return new UploadSettings(
                folder,
                chosen.isEmpty(),
                name.map(bucket ->
                        new Bucket(bucket, region, endpoint.flatMap(UploadSettings::uri), keys, publicUrl.orElse(""))));
    }

    private static Optional<Keys> s3Keys(SettingsReader reader) {
        var access = reader.optional("uploads.s3.access-key");
        var secret = reader.optional("uploads.s3.secret-key");
        if (access.isPresent() != secret.isPresent()) {
            reader.note(
                    "uploads.s3.access-key (GODWIT_UPLOADS_S3_ACCESS_KEY) and uploads.s3.secret-key (GODWIT_UPLOADS_S3_SECRET_KEY) belong together; give"
                            + " both, or none for what the machine's role or Amazon's own settings allow");
        }
        return access.flatMap(id -> secret.map(hidden -> new Keys(id, hidden)));
    }

    /** Empty for a text that was noted as a mistake already. */
    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(URI.create(text));
        } catch (IllegalArgumentException noted) {
            return Optional.empty();
        }
    }
}
