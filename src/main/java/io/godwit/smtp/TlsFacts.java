package io.godwit.smtp;

/**
 * The encryption of a connection.
 *
 * @param protocol for example {@code TLSv1.3}
 * @param cipher the name of the cipher suite
 * @param verification how the certificate was checked: {@code none}, {@code pkix}, or the name of a policy
 */
public record TlsFacts(String protocol, String cipher, String verification) {}
