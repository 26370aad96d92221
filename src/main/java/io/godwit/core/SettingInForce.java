package io.godwit.core;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * A setting with the value a node runs with.
 *
 * @param value as it was written; of a secret too, so it is shown through {@link #shown} only
 */
public record SettingInForce(String name, String value, Source source) {

    /** The layers of settings; a later one overrides an earlier one. */
    public enum Source {
        DEFAULT,
        FILE,
        ENVIRONMENT;

        /** Returns the word of the API. */
        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The value, or for a secret nothing. */
    public String shown() {
        return isSecret() ? "" : value;
    }

    public boolean isSecret() {
        return isSecret(name);
    }

    public boolean isSet() {
        return !value.isEmpty();
    }

    /** True for the names of passwords, keys, tokens and addresses that hold a password. */
    public static boolean isSecret(String name) {
        return name.startsWith("secrets.")
                || name.endsWith("password")
                || name.endsWith("secret")
                || name.endsWith("token")
                || name.endsWith("-key")
                || name.equals("billing.stripe.key")
                || name.equals("mail.relays")
                || name.equals("traces.headers")
                || name.equals("database.url");
    }

    @Override
    public String toString() {
        return name + "=" + shown();
    }
}
