package io.godwit.uploads;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The types of image every mail program shows. */
enum ImageType {
    PNG("image/png", "png"),
    JPEG("image/jpeg", "jpg"),
    GIF("image/gif", "gif"),
    WEBP("image/webp", "webp");

    private final String mediaType;
    private final String extension;

    ImageType(String mediaType, String extension) {
        this.mediaType = mediaType;
        this.extension = extension;
    }

    String mediaType() {
        return mediaType;
    }

    String extension() {
        return extension;
    }

    /** Finds a type by the ending of a key's name. */
    static Optional<ImageType> ofExtension(String extension) {
        return Arrays.stream(values())
                .filter(type -> type.extension.equals(extension.toLowerCase(Locale.ROOT)))
                .findFirst();
    }
}
