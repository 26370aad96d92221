package io.godwit.uploads;

import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The key of one image: {@code <project>/<32 hex digits>.<ending>}. No part of it comes from the client, so it can be a
 * path.
 *
 * @param name the name with its ending
 */
record ImageKey(ProjectId project, String name, ImageType type) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}\\.([a-z]{3,4})");
    private static final int RANDOM_BYTES = 16;

    static ImageKey fresh(ProjectId project, ImageType type) {
        var random = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(random);
        return new ImageKey(project, HexFormat.of().formatHex(random) + "." + type.extension(), type);
    }

    /** Parses a key; empty for a text that {@link #fresh} cannot have made. */
    static Optional<ImageKey> parse(String project, String name) {
        var matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Ids.parse(project).filter(id -> id.toString().equals(project)).flatMap(id -> ImageType.ofExtension(
                        matcher.group(1))
                .map(type -> new ImageKey(new ProjectId(id), name, type)));
    }

    @Override
    public String toString() {
        return project + "/" + name;
    }
}
