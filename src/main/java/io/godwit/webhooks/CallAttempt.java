package io.godwit.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One time a call was made, or refused before a connection was.
 *
 * @param visit of the execution the call belongs to
 * @param number counts from 1; a number is missing when a node died before it could tell
 * @param url masked
 */
public record CallAttempt(
        int visit,
        int number,
        Instant at,
        String method,
        String url,
        Optional<Integer> status,
        Optional<String> error,
        Duration took) {}
