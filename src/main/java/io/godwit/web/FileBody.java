package io.godwit.web;

import java.nio.file.Path;

/**
 * A file as the body of an answer, sent from the disk to the socket without passing through memory.
 *
 * @param size in bytes; the time a slow client gets is computed from it
 */
public record FileBody(Path path, long size) {}
