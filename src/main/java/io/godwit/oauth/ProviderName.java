package io.godwit.oauth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Who may vouch for people, by the names paths, rows and account types have for them. */
public enum ProviderName {
    GITHUB("GITHUB_OAUTH"),
    GOOGLE("GOOGLE_OAUTH"),
    OIDC("OIDC");

    private final String accountType;

    ProviderName(String accountType) {
        this.accountType = accountType;
    }

    /** Its word in a path. */
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of an account that was made by it. */
    public String accountType() {
        return accountType;
    }

    public static Optional<ProviderName> ofPath(String path) {
        return Arrays.stream(values())
                .filter(provider -> provider.path().equals(path))
                .findFirst();
    }
}
