package io.godwit.uploads;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.FileBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.Upload;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.util.Optional;

/** {@code POST /uploads/image}, and the images themselves. */
final class UploadRoutes implements Routes {

    static final String FILES = "/uploads";

    /** Images never change, because another image has another name; caches keep those of deleted projects for thirty days at most. */
    static final String CACHING = "public, max-age=2592000, immutable";

    private static final long MAX_BYTES = 10L << 20;
    /** The largest body: the image and the form around it. */
    private static final long LIMIT = 11L << 20;

    private static final int MAX_NAME_LENGTH = 255;

    private final ImageStorage storage;
    private final FileImageStorage folder;
    private final IdempotentHandler idempotency;

    UploadRoutes(ImageStorage storage, FileImageStorage folder, IdempotentHandler idempotency) {
        this.storage = storage;
        this.folder = folder;
        this.idempotency = idempotency;
    }

    /** The answer to an upload. */
    record Uploaded(String url, String key, String filename, String contentType, long size, long width, long height) {}

    @Override
    public void mount(RouteTable api) {
        api.post(FILES + "/image")
                .limit(LIMIT)
                .file(ImageHeader.FIELD, MAX_BYTES)
                .idempotent()
                .answers(Uploaded.class)
                .to(this::upload);
        // Images uploaded before a bucket was configured are still used in emails.
        api.get(FILES + "/:project/:name")
                .access(Access.OPEN)
                .answersFile("image/*")
                .to(this::download);
    }

    private Future<ApiResponse> upload(ApiRequest call) {
        var file = call.upload();
        var image = ImageHeader.read(file.bytes());
        var key = ImageKey.fresh(call.tenant().project(), image.type());
        return storage.put(key, file.bytes()).compose(ignored -> answer(call, key, uploaded(key, image, file)));
    }

    /** Answers an upload; a repeated call gets the first answer, and its image is removed again. */
    private Future<ApiResponse> answer(ApiRequest call, ImageKey key, Uploaded uploaded) {
        var defaultResponse = ApiResponse.ok(uploaded);
        if (call.claim().isEmpty()) {
            return Future.succeededFuture(defaultResponse);
        }
        return idempotency
                .once(call, ignored -> Future.succeededFuture(defaultResponse))
                .onFailure(error -> removeUnnamed(key, error))
                .onSuccess(response -> {
                    if (!response.equals(defaultResponse)) {
                        storage.remove(key);
                    }
                });
    }

    /** Removes an image that no answer names. After an outage one may: nobody knows whether it was stored. */
    private void removeUnnamed(ImageKey key, Throwable error) {
        if (!(error instanceof Failure failure) || failure.kind() != Kind.SERVICE_UNAVAILABLE) {
            storage.remove(key);
        }
    }

    private Uploaded uploaded(ImageKey key, ImageHeader image, Upload file) {
        var name = file.fileName();
        return new Uploaded(
                storage.url(key),
                key.toString(),
                name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)),
                image.type().mediaType(),
                file.bytes().length,
                image.width(),
                image.height());
    }

    private Future<ApiResponse> download(ApiRequest call) {
        var name = call.path("name");
        return ImageKey.parse(call.path("project"), name)
                .map(key -> folder.find(key).map(found -> answer(key, found)))
                .orElseGet(() -> Future.failedFuture(notFound(name)));
    }

    private static ApiResponse answer(ImageKey key, Optional<FileBody> found) {
        return ApiResponse.ok(found.orElseThrow(() -> notFound(key.name())))
                .with("Content-Type", key.type().mediaType())
                .with("Cache-Control", CACHING)
                .with("Content-Security-Policy", "sandbox; default-src 'none'")
                .with("Cross-Origin-Resource-Policy", "cross-origin");
    }

    private static Failure notFound(String name) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Image", name);
    }
}
