package io.godwit.oauth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The identity providers, with their names in paths, rows and account types. */
public enum ProviderName {
    GITHUB("GITHUB_OAUTH"),
    GOOGLE("GOOGLE_OAUTH"),
    OIDC("OIDC");

    private final String accountType;

    ProviderName(String accountType) {
        this.accountType = accountType;
    }

    /** The provider's name in a path. */
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of an account that was created with this provider. */
    public String accountType() {
        return accountType;
    }

    public static Optional<ProviderName> ofPath(String path) {
        return Arrays.stream(values())
                .filter(provider -> provider.path().equals(path))
                .findFirst();
    }
}
