package io.godwit.web;

import java.util.UUID;

/**
 * The caller's {@code Idempotency-Key} with its scope and the hash of the request.
 *
 * @param scope the project, or the user when the call names no project
 * @param key 1–255 printable ASCII characters
 * @param request SHA-256 of method, path and body
 */
public record IdempotencyClaim(UUID scope, String key, byte[] request) {}
