package io.godwit.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts one {@link TestServer} for a test class, before its {@code @BeforeAll} methods, and closes it after its {@code
 * @AfterAll} methods. The server is injected into fields and parameters of type {@link TestServer}:
 *
 * <pre>{@code
 * @GodwitServer("GODWIT_ROLES=http,job")
 * class SomethingTest {
 *
 *     private static TestServer server;
 *
 *     @BeforeAll
 *     static void signUp() { … server … }
 * }
 * }</pre>
 *
 * <p>Settings that are known only when the test runs come from a method with {@link ServerSettings}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("server")
@ExtendWith(GodwitServerExtension.class)
public @interface GodwitServer {

    /** Settings by their environment names, each {@code NAME=value}. */
    String[] value() default {};
}
