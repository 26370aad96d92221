package io.godwit.webhooks;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One attempt of a call, made or refused before a connection was opened.
 *
 * @param visit the visit of the execution the call belongs to
 * @param number counts from 1; a number is missing when a node crashed before it recorded the attempt
 * @param url the masked URL
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
