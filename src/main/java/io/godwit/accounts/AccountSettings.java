package io.godwit.accounts;

import io.godwit.core.LoopbackAddress;
import io.godwit.core.SettingsReader;
import io.godwit.oauth.ProviderName;
import io.godwit.oauth.ProviderSettings;
import io.godwit.smtp.RelaySettings;
import io.godwit.web.HttpSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of sign-up, sign-in and sessions.
 *
 * @param idle the time without a request after which a session ends; zero: sessions do not end for being idle
 * @param verify true: an account can be used only once its address is verified
 * @param dashboardUrl the base address of the pages that links in emails lead to
 * @param secure true: browsers reach this server by https
 * @param memoryKib memory for one hash of a password in KiB (Argon2id)
 * @param passes passes of Argon2id over that memory
 * @param failuresPerAccount wrong passwords for one account from one client network within the window; 0 = any number
 * @param failuresPerAddress wrong passwords from one client network within the window; 0 = any number
 * @param failuresPerHour wrong passwords for one account from all networks within an hour, beyond which attempts are slowed
 *     down; 0 = any number
 * @param signupsPerAddress sign-ups from one client network within an hour; 0 = any number
 * @param failuresPerCode wrong codes of a second factor for one account within the window; 0 = any number
 * @param publicUrl this server's base address, which providers send browsers back to
 * @param providers identity providers that users may sign in with
 */
public record AccountSettings(
        SignUpPolicy signups,
        boolean verify,
        Duration idle,
        String dashboardUrl,
        boolean secure,
        int memoryKib,
        int passes,
        int failuresPerAccount,
        int failuresPerAddress,
        int failuresPerHour,
        Duration window,
        int signupsPerAddress,
        int failuresPerCode,
        String publicUrl,
        List<ProviderSettings> providers) {

    private static final int MAX_VALUE = 1_000_000;
    private static final int MAX_MEMORY = 1 << 20;

    public AccountSettings {
        providers = List.copyOf(providers);
    }

    /** True when the pages for users are on another server. */
    boolean hasDashboard() {
        return !dashboardUrl.equals(publicUrl);
    }

    public static AccountSettings read(SettingsReader reader, HttpSettings http, RelaySettings relay) {
        var caught = relay.catcher() && !reader.text("mail.mode").equalsIgnoreCase("direct");
        return new AccountSettings(
                signUps(reader, http, caught),
                reader.optionalFlag("accounts.verify").orElse(!caught),
                reader.durationOrNone("accounts.idle"),
                http.dashboardOrigin().orElse(http.publicUrl()),
                http.publicUrl().startsWith("https://"),
                reader.number("accounts.password.memory", 8, MAX_MEMORY),
                reader.number("accounts.password.passes", 1, 100),
                reader.number("accounts.login.per-account", 0, MAX_VALUE),
                reader.number("accounts.login.per-address", 0, MAX_VALUE),
                reader.number("accounts.login.per-hour", 0, MAX_VALUE),
                reader.duration("accounts.login.window"),
                reader.number("accounts.login.signups", 0, MAX_VALUE),
                reader.number("accounts.login.codes", 0, MAX_VALUE),
                http.publicUrl(),
                providers(reader));
    }

    /**
     * The policy for sign-ups. While email is caught no address can be verified, so by default only this machine's users may
     * sign up then.
     */
    private static SignUpPolicy signUps(SettingsReader reader, HttpSettings http, boolean caught) {
        return reader.optionalFlag("accounts.signups")
                .map(open -> open ? SignUpPolicy.OPEN : SignUpPolicy.CLOSED)
                .orElse(
                        caught && !LoopbackAddress.isLoopbackHost(http.host())
                                ? SignUpPolicy.LOCAL
                                : SignUpPolicy.OPEN);
    }

    private static List<ProviderSettings> providers(SettingsReader reader) {
        var gitHub = new Client(
                ProviderName.GITHUB,
                reader.optional("accounts.oauth.github.client"),
                reader.optional("accounts.oauth.github.secret"));
        var google = new Client(
                ProviderName.GOOGLE,
                reader.optional("accounts.oauth.google.client"),
                reader.optional("accounts.oauth.google.secret"));
        var openId = new Client(
                ProviderName.OIDC,
                reader.optional("accounts.oauth.oidc.client"),
                reader.optional("accounts.oauth.oidc.secret"));
        var issuer = reader.url("accounts.oauth.oidc.url");
        return Stream.of(
                        gitHub.settings(
                                reader,
                                "GitHub",
                                reader.url("accounts.oauth.github.url"),
                                reader.url("accounts.oauth.github.api")),
                        google.settings(reader, "Google", reader.url("accounts.oauth.google.url"), Optional.of("")),
                        openId.settings(reader, reader.required("accounts.oauth.oidc.name"), issuer, Optional.of("")))
                .flatMap(Optional::stream)
                .toList();
    }

    /** An OAuth client the operator registered with a provider; the provider is enabled when both id and secret are given. */
    private record Client(ProviderName provider, Optional<String> id, Optional<String> secret) {

        Optional<ProviderSettings> settings(
                SettingsReader reader, String label, Optional<String> url, Optional<String> api) {
            var place = "accounts.oauth." + provider.path();
            if (id.isPresent() != secret.isPresent()) {
                reader.note(place + ".client and " + place + ".secret belong together; give both");
            } else if (id.isPresent() && (url.isEmpty() || api.isEmpty())) {
                reader.note(place + ".client needs an address beside it; give " + place + ".url");
            }
            return id.filter(ignored -> secret.isPresent() && url.isPresent() && api.isPresent())
                    .map(given -> new ProviderSettings(
                            provider, label, url.orElseThrow(), api.orElseThrow(), given, secret.orElseThrow()));
        }
    }
}
