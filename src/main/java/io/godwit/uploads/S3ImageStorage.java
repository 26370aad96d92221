package io.godwit.uploads;

import io.godwit.core.ContextPromise;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.ProjectId;
import io.godwit.uploads.UploadSettings.Bucket;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Stores images in a bucket, which serves them itself. */
final class S3ImageStorage implements ImageStorage {

    private static final Logger LOG = LoggerFactory.getLogger(S3ImageStorage.class);

    private static final Duration ATTEMPT = Duration.ofSeconds(4);
    /** The timeout of a call with all attempts of the client. */
    private static final Duration WHOLE_CALL = Duration.ofSeconds(9);

    private static final int CONNECTIONS = 16;

    /** The images that are removed at once; all of their calls have to end within {@code WHOLE_CALL}. */
    private static final int REMOVED_AT_ONCE = 100;

    private final Vertx vertx;
    private final Bucket bucket;
    private final WorkerExecutor workers;
    private @Nullable S3AsyncClient client;

    S3ImageStorage(Vertx vertx, Bucket bucket, WorkerExecutor workers) {
        this.vertx = vertx;
        this.bucket = bucket;
        this.workers = workers;
    }

    @Override
    public Future<Void> put(ImageKey key, byte[] content) {
        return call(s3 -> s3.putObject(
                        put -> put.bucket(bucket.name())
                                .key(key.toString())
                                .contentType(key.type().mediaType())
                                .cacheControl(UploadRoutes.CACHING),
                        AsyncRequestBody.fromBytes(content)))
                .<Void>mapEmpty()
                .recover(S3ImageStorage::refused);
    }

    private static Future<Void> refused(Throwable error) {
        LOG.error("An image could not be stored in the bucket: {}", error.toString());
        return Future.failedFuture(Failure.later(
                Kind.SERVICE_UNAVAILABLE, "The image could not be stored: the image store does not take it now", 10));
    }

    @Override
    public Future<Void> remove(ImageKey key) {
        return remove(key.toString()).otherwiseEmpty();
    }

    private Future<Void> remove(String key) {
        return call(s3 -> s3.deleteObject(delete -> delete.bucket(bucket.name()).key(key)))
                .mapEmpty();
    }

    /** Removes all images of a project; completes on the caller's context, and fails when some may be left. */
    Future<Void> removeAll(ProjectId project) {
        return ContextPromise.onCallersContext(vertx, removeAfter(project + "/", ""));
    }

    /** Removes the images behind {@code last}, page by page in the order of their keys. */
    private Future<Void> removeAfter(String prefix, String last) {
        return call(s3 -> s3.listObjectsV2(list -> list.bucket(bucket.name())
                        .prefix(prefix)
                        .startAfter(last.isEmpty() ? prefix : last)
                        .maxKeys(REMOVED_AT_ONCE)))
                .map(page -> page.contents().stream().map(S3Object::key).toList())
                .compose(keys -> keys.isEmpty()
                        ? Future.succeededFuture()
                        : Future.join(keys.stream().map(this::remove).toList())
                                .compose(ignored -> removeAfter(prefix, keys.get(keys.size() - 1))));
    }

    @Override
    public String url(ImageKey key) {
        return bucket.publicUrl() + "/" + key;
    }

    /** Calls S3 from a worker, because the default credentials are read from files and from the machine's role. */
    private <T> Future<T> call(Function<S3AsyncClient, CompletableFuture<T>> request) {
        return workers.executeBlocking(() -> request.apply(made()), false).compose(Future::fromCompletionStage);
    }

    /** Creates the client at its first use: it takes a second, and the start must not wait for it. */
    private synchronized S3AsyncClient made() {
        if (client == null) {
            client = make();
        }
        return client;
    }

    /**
     * Builds the client without checksum trailers, which are Amazon's own; other servers take an object with one for a
     * longer object.
     */
    private S3AsyncClient make() {
        var builder = S3AsyncClient.builder()
                .region(Region.of(bucket.region()))
                .credentialsProvider(credentials())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .httpClientBuilder(NettyNioAsyncHttpClient.builder().maxConcurrency(CONNECTIONS))
                .overrideConfiguration(all -> all.apiCallAttemptTimeout(ATTEMPT).apiCallTimeout(WHOLE_CALL))
                .forcePathStyle(bucket.endpoint().isPresent());
        bucket.endpoint().ifPresent(builder::endpointOverride);
        return builder.build();
    }

    private AwsCredentialsProvider credentials() {
        return bucket.keys()
                .<AwsCredentialsProvider>map(keys ->
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(keys.access(), keys.secret())))
                .orElseGet(() -> DefaultCredentialsProvider.builder().build());
    }

    synchronized void close() {
        if (client != null) {
            client.close();
        }
    }
}
