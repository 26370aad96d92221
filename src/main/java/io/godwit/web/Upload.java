package io.godwit.web;

/**
 * The one file of a multipart body (RFC 7578).
 *
 * @param fileName as the client calls it, without control characters; never to be used as a path
 * @param contentType what the client takes it for, in lower case and without parameters; empty when it does not say
 */
public record Upload(String fileName, String contentType, byte[] bytes) {}
