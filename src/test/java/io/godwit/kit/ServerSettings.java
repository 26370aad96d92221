package io.godwit.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A static method of a test class with {@link GodwitServer} that returns more settings of the server, {@code Map<String, String>} by
 * their environment names: those that name a server which the test plays. It runs before the server starts.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ServerSettings {}
