package io.godwit.web;

/**
 * The one file of a multipart body (RFC 7578).
 *
 * @param fileName as the client calls it, without control characters; never to be used as a path
 * @param contentType the type the client names, in lower case and without parameters; empty when it names none
 */
public record Upload(String fileName, String contentType, byte[] bytes) {}
