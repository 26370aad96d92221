package io.godwit.bus;

/** The address of messages for all subscribers, on every node. A message may be lost. {@code M} is a record. */
public record Topic<M>(String address, Class<M> message) {}
