package io.godwit.config;

import io.godwit.accounts.AccountSettings;
import io.godwit.accounts.SignUpPolicy;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.oauth.ProviderName;
import io.godwit.oauth.ProviderSettings;
import io.godwit.projects.ProjectMemberSettings;
import io.godwit.smtp.RelaySettings;
import io.godwit.web.HttpSettings;
import io.godwit.web.LoopbackCheck;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings of the platform's users: accounts, the sender of system emails, and project members.
 *
 * @param sender sender of emails about accounts
 * @param team limits of invitations and of projects per user
 */
public record AccountModuleSettings(AccountSettings accounts, NamedAddress sender, ProjectMemberSettings team) {

    private static final int MAX_VALUE = 1_000_000;
    private static final int MAX_MEMORY = 1 << 20;

    static AccountModuleSettings of(SettingsReader page, HttpSettings http, RelaySettings relay) {
        var accounts = accounts(page, http, relay);
        var team = new ProjectMemberSettings(
                accounts.dashboardUrl(),
                page.number("invitations.per-hour", 0, MAX_VALUE),
                page.number("invitations.per-address", 0, MAX_VALUE),
                page.number("projects.per-user", 0, MAX_VALUE));
        return new AccountModuleSettings(accounts, sender(page, http), team);
    }

    private static AccountSettings accounts(SettingsReader page, HttpSettings http, RelaySettings relay) {
        return new AccountSettings(
                signUps(page, http, relay),
                page.optionalFlag("accounts.verify").orElse(!relay.catcher()),
                page.durationOrNone("accounts.idle"),
                http.dashboardOrigin().orElse(http.publicUrl()),
                http.publicUrl().startsWith("https://"),
                page.number("accounts.password.memory", 8, MAX_MEMORY),
                page.number("accounts.password.passes", 1, 100),
                page.number("accounts.login.per-account", 0, MAX_VALUE),
                page.number("accounts.login.per-address", 0, MAX_VALUE),
                page.number("accounts.login.per-hour", 0, MAX_VALUE),
                page.duration("accounts.login.window"),
                page.number("accounts.login.signups", 0, MAX_VALUE),
                page.number("accounts.login.codes", 0, MAX_VALUE),
                http.publicUrl(),
                providers(page));
    }

    /**
     * The policy for sign-ups. While email is caught no address can be verified, so by default only this machine's users may
     * sign up then.
     */
    private static SignUpPolicy signUps(SettingsReader page, HttpSettings http, RelaySettings relay) {
        return page.optionalFlag("accounts.signups")
                .map(open -> open ? SignUpPolicy.OPEN : SignUpPolicy.CLOSED)
                .orElse(
                        relay.catcher() && !LoopbackCheck.isLoopbackHost(http.host())
                                ? SignUpPolicy.LOCAL
                                : SignUpPolicy.OPEN);
    }

    private static List<ProviderSettings> providers(SettingsReader page) {
        var gitHub = new Client(
                ProviderName.GITHUB,
                page.optional("accounts.oauth.github.client"),
                page.optional("accounts.oauth.github.secret"));
        var google = new Client(
                ProviderName.GOOGLE,
                page.optional("accounts.oauth.google.client"),
                page.optional("accounts.oauth.google.secret"));
        var openId = new Client(
                ProviderName.OIDC,
                page.optional("accounts.oauth.oidc.client"),
                page.optional("accounts.oauth.oidc.secret"));
        var issuer = page.url("accounts.oauth.oidc.url");
        return Stream.of(
                        gitHub.settings(
                                page,
                                "GitHub",
                                page.url("accounts.oauth.github.url"),
                                page.url("accounts.oauth.github.api")),
                        google.settings(page, "Google", page.url("accounts.oauth.google.url"), Optional.of("")),
                        openId.settings(page, page.required("accounts.oauth.oidc.name"), issuer, Optional.of("")))
                .flatMap(Optional::stream)
                .toList();
    }

    /** An OAuth client the operator registered with a provider; the provider is enabled when both id and secret are given. */
    private record Client(ProviderName provider, Optional<String> id, Optional<String> secret) {

        Optional<ProviderSettings> settings(
                SettingsReader page, String label, Optional<String> url, Optional<String> api) {
            var place = "accounts.oauth." + provider.path();
            if (id.isPresent() != secret.isPresent()) {
                page.note(place + ".client and " + place + ".secret belong together; give both");
            } else if (id.isPresent() && (url.isEmpty() || api.isEmpty())) {
                page.note(place + ".client needs an address beside it; give " + place + ".url");
            }
            return id.filter(ignored -> secret.isPresent() && url.isPresent() && api.isPresent())
                    .map(given -> new ProviderSettings(
                            provider, label, url.orElseThrow(), api.orElseThrow(), given, secret.orElseThrow()));
        }
    }

    private static NamedAddress sender(SettingsReader page, HttpSettings http) {
        var given = page.optional("accounts.sender");
        var address = given.flatMap(EmailAddress::parse);
        if (given.isPresent() && address.isEmpty()) {
            page.mistake("accounts.sender", "an email address");
        }
        return new NamedAddress(
                Optional.of("Godwit"),
                address.or(() -> atOurHost(http)).orElse(new EmailAddress("no-reply@godwit.test")));
    }

    /** The sender at the host of {@code public.url}; empty for a machine without a name in the DNS. */
    private static Optional<EmailAddress> atOurHost(HttpSettings http) {
        try {
            return EmailAddress.parse("no-reply@" + URI.create(http.publicUrl()).getHost());
        } catch (IllegalArgumentException noted) {
            return Optional.empty();
        }
    }
}
