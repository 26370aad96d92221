package io.godwit.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Opens a {@link DashboardBrowser} on the server of a test class and closes it before the server. A static field gets one for all
 * tests of the class, each of which begins in a light window 1280 pixels wide; a field of an instance or a parameter of a test gets
 * one for each test. When a test fails, a picture of each open page and a text with its address, its words and its console are left
 * in {@code target/screenshots/failures}. Where there is no Chromium, the tests are skipped.
 *
 * <pre>{@code
 * @GodwitServer
 * class SomethingTest {
 *
 *     private static TestServer server;
 *
 *     @InBrowser
 *     private static DashboardBrowser dashboard;
 * }
 * }</pre>
 */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(InBrowserExtension.class)
public @interface InBrowser {

    /** Signs in the owner of the demo projects. */
    boolean signedIn() default true;

    /** The name of the server in the addresses of its pages, such as {@link DashboardBrowser#PLAIN_HOST}. */
    String host() default "localhost";
}
