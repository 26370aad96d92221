package io.godwit.kit.lifecycle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Closes the fields of a test class whose types have a method {@code close()}, the last declared first: static ones after all of its
 * tests, those of an instance after each test. A future that {@code close()} returns is waited for. All are closed, although closing
 * one fails; a field that is null is left out. Those of {@link io.godwit.kit.GodwitServer} and {@link io.godwit.kit.InBrowser} are closed in the same order. The
 * {@code AutoClose} of JUnit closes in an order of its own.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CloseFieldsExtension.class)
public @interface CloseFields {}
