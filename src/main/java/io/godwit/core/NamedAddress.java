package io.godwit.core;

import java.util.Optional;

/** An address with the name shown beside it (RFC 5322 §3.4 {@code mailbox}). The name holds no control characters. */
public record NamedAddress(Optional<String> name, EmailAddress address) {}
