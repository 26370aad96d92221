package io.godwit.bus;

/** News for whoever listens, on every node. It may be lost. {@code M} is a record. */
public record Notice<M>(String address, Class<M> message) {}
