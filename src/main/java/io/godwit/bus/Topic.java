package io.godwit.bus;

/** News for whoever listens, on every node. It may be lost. {@code M} is a record. */
public record Topic<M>(String address, Class<M> message) {}
