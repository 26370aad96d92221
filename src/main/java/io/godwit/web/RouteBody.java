package io.godwit.web;

import java.util.Optional;

/**
 * The body a route takes; JSON where nothing else is said.
 *
 * @param limit the largest body in bytes; more is a 413
 * @param file the file of the multipart body this route takes in the place of JSON
 * @param form whether the body is an HTML form in place of JSON ({@code application/x-www-form-urlencoded})
 * @param raw whether the body may have any content type, and only the handler reads it
 * @param bodyless whether the body may be {@code {}} or absent
 */
public record RouteBody(long limit, Optional<FileField> file, boolean form, boolean raw, boolean bodyless) {}
