package io.godwit;

import io.godwit.accounts.AccountSettings;
import io.godwit.core.EmailAddress;
import io.godwit.core.Mailbox;
import io.godwit.oauth.Provider;
import io.godwit.oauth.ProviderSettings;
import io.godwit.smtp.MailSettings;
import io.godwit.web.HttpSettings;
import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What concerns the users of the platform.
 *
 * @param sender whom mails about accounts come from
 */
record PeopleSettings(AccountSettings accounts, Mailbox sender) {

    private static final int MOST = 1_000_000;
    private static final int MOST_MEMORY = 1 << 20;

    static PeopleSettings of(SettingsReader page, HttpSettings http, MailSettings mail) {
        return new PeopleSettings(accounts(page, http, mail), sender(page, http));
    }

    private static AccountSettings accounts(SettingsReader page, HttpSettings http, MailSettings mail) {
        return new AccountSettings(
                page.flag("accounts.signups"),
                page.optionalFlag("accounts.verify").orElse(!mail.catcher()),
                http.dashboardOrigin().orElse(http.publicUrl()),
                http.publicUrl().startsWith("https://"),
                page.number("password.memory", 8, MOST_MEMORY),
                page.number("password.passes", 1, 100),
                page.number("login.account", 0, MOST),
                page.number("login.address", 0, MOST),
                page.duration("login.window"),
                page.number("login.signups", 0, MOST),
                page.number("login.codes", 0, MOST),
                http.publicUrl(),
                Stream.of(
                                provider(page, Provider.GITHUB, "GitHub"),
                                provider(page, Provider.GOOGLE, "Google"),
                                provider(page, Provider.OIDC, page.required("oauth.oidc.name")))
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Set up by its client's id and secret. */
    private static Optional<ProviderSettings> provider(SettingsReader page, Provider provider, String label) {
        var place = "oauth." + provider.path();
        var client = page.optional(place + ".client");
        var secret = page.optional(place + ".secret");
        var url = page.url(place + ".url");
        var api = provider == Provider.GITHUB ? page.url("oauth.github.api") : url;
        if (client.isPresent() != secret.isPresent()) {
            page.note(place + ".client and " + place + ".secret belong together; give both");
        }
        if (client.isPresent() && (url.isEmpty() || api.isEmpty())) {
            page.mistake(place + ".url", "given with " + place + ".client");
        }
        return client.filter(given -> secret.isPresent() && url.isPresent() && api.isPresent())
                .map(id -> new ProviderSettings(
                        provider, label, url.orElseThrow(), api.orElseThrow(), id, secret.orElseThrow()));
    }

    private static Mailbox sender(SettingsReader page, HttpSettings http) {
        var given = page.optional("accounts.sender");
        var address = given.flatMap(EmailAddress::parse);
        if (given.isPresent() && address.isEmpty()) {
            page.mistake("accounts.sender", "an email address");
        }
        return new Mailbox(
                Optional.of("Godwit"),
                address.or(() -> atOurHost(http)).orElse(new EmailAddress("no-reply@godwit.test")));
    }

    /** Empty for a machine without a name in the DNS. */
    private static Optional<EmailAddress> atOurHost(HttpSettings http) {
        try {
            return EmailAddress.parse("no-reply@" + URI.create(http.publicUrl()).getHost());
        } catch (IllegalArgumentException noted) {
            return Optional.empty();
        }
    }
}
