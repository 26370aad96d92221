package io.godwit.accounts;

import io.godwit.web.JsonBody;
import io.godwit.web.LinkPage.Field;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads passwords somebody chooses: at least {@value PasswordHasher#SHORTEST} characters, and none of the commonest, which are tried first
 * (OWASP ASVS 5.0 6.2.1 and 6.2.4). Passwords of accounts that are there are not looked at again.
 */
public final class NewPassword {

    /** The rule, for the pages that ask for one. */
    public static final String RULE =
            "At least " + PasswordHasher.SHORTEST + " characters, and not one of the commonest.";

    /** In lower case, one a line; those shorter than the rule asks for are not in it. */
    private static final String LIST = "/accounts/common-passwords.txt";

    private static final Set<String> COMMON = load();

    private NewPassword() {}

    /** Asks for one on a page. */
    public static Field field(String name, String label) {
        return Field.newPassword(name, label, PasswordHasher.SHORTEST);
    }

    /** Finds the mistakes of a password that must be there; they are told when the body is built. */
    public static String read(JsonBody body, String name) {
        var password = body.text(name, PasswordHasher.SHORTEST, PasswordHasher.LONGEST);
        check(body, name, password);
        return password;
    }

    /** The same for one that may be left out. */
    public static Optional<String> optional(JsonBody body, String name) {
        var password = body.optionalText(name, PasswordHasher.SHORTEST, PasswordHasher.LONGEST);
        password.ifPresent(text -> check(body, name, text));
        return password;
    }

    private static void check(JsonBody body, String name, String password) {
        if (COMMON.contains(password.toLowerCase(Locale.ROOT))) {
            body.issue(
                    name, "custom", "This password is one of the commonest, which are tried first; choose another one");
        }
    }

    private static Set<String> load() {
        try (var in = NewPassword.class.getResourceAsStream(LIST)) {
            if (in == null) {
                throw new IllegalStateException("The list of common passwords is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
