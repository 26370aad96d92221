package io.godwit.segments;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A contact with its history, in memory; {@code mail} by every spelling of an activity. */
public record TestContact(
        UUID id,
        String email,
        boolean subscribed,
        Map<String, Object> data,
        Instant createdAt,
        Instant updatedAt,
        Map<String, List<Instant>> events,
        Map<String, List<Instant>> mail) {}
