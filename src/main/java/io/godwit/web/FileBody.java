package io.godwit.web;

import java.nio.file.Path;

/**
 * A file as the body of an answer: it goes from the disk to the socket without passing through memory.
 *
 * @param size in bytes, by which it is known how long a slow reader may take
 */
public record FileBody(Path path, long size) {}
