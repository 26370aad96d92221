package io.godwit.accounts;

import io.godwit.web.JsonBody;
import io.godwit.web.LinkPage.Field;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads new passwords: at least {@value PasswordHasher#MIN_LENGTH} characters, and none of the commonest, which attackers try
 * first (OWASP ASVS 5.0 6.2.1 and 6.2.4). Passwords of existing accounts are not checked again.
 */
public final class NewPassword {

    /** The password rule as a sentence, for the pages that ask for a password. */
    public static final String RULE =
            "At least " + PasswordHasher.MIN_LENGTH + " characters, and not one of the commonest.";

    /** The common passwords in lower case, one per line, without those shorter than the minimum. */
    private static final String LIST = "/accounts/common-passwords.txt";

    private static final Set<String> COMMON = load();

    private NewPassword() {}

    /** The field of a form that asks for one. */
    public static Field field(String name, String label) {
        return Field.newPassword(name, label, PasswordHasher.MIN_LENGTH);
    }

    /** Reads a required password and adds its issues, which are reported when the body is built. */
    public static String read(JsonBody body, String name) {
        var password = body.text(name, PasswordHasher.MIN_LENGTH, PasswordHasher.MAX_LENGTH);
        check(body, name, password);
        return password;
    }

    /** Reads an optional password by the same rule. */
    public static Optional<String> optional(JsonBody body, String name) {
        var password = body.optionalText(name, PasswordHasher.MIN_LENGTH, PasswordHasher.MAX_LENGTH);
        password.ifPresent(text -> check(body, name, text));
        return password;
    }

    private static void check(JsonBody body, String name, String password) {
        if (COMMON.contains(plain(password))) {
            body.issue(
                    name, "custom", "This password is one of the commonest, which are tried first; choose another one");
        }
    }

    /** Returns the password as attackers write it: without blanks around it, wide letters or capitals. */
    private static String plain(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
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
