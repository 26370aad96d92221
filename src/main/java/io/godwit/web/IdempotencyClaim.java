package io.godwit.web;

import java.util.UUID;

/**
 * The caller's {@code Idempotency-Key} and what it was sent with.
 *
 * @param scope the project, or the user when the call names no project
 * @param key 1–255 printable ASCII characters
 * @param request SHA-256 of method, path and body
 */
public record IdempotencyClaim(UUID scope, String key, byte[] request) {}
