package io.godwit;

import io.godwit.accounts.AccountSettings;
import io.godwit.accounts.SignUps;
import io.godwit.core.EmailAddress;
import io.godwit.core.Mailbox;
import io.godwit.oauth.Provider;
import io.godwit.oauth.ProviderSettings;
import io.godwit.projects.TeamSettings;
import io.godwit.smtp.MailSettings;
import io.godwit.web.HttpSettings;
import io.godwit.web.Locality;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What concerns the users of the platform.
 *
 * @param sender whom mails about accounts come from
 * @param team the bounds of what they do with projects
 */
record PeopleSettings(AccountSettings accounts, Mailbox sender, TeamSettings team) {

    private static final int MOST = 1_000_000;
    private static final int MOST_MEMORY = 1 << 20;

    static PeopleSettings of(SettingsReader page, HttpSettings http, MailSettings mail) {
        var accounts = accounts(page, http, mail);
        var team = new TeamSettings(
                accounts.dashboardUrl(),
                page.number("invitations.perhour", 0, MOST),
                page.number("invitations.peraddress", 0, MOST),
                page.number("projects.peruser", 0, MOST));
        return new PeopleSettings(accounts, sender(page, http), team);
    }

    private static AccountSettings accounts(SettingsReader page, HttpSettings http, MailSettings mail) {
        return new AccountSettings(
                signUps(page, http, mail),
                page.optionalFlag("accounts.verify").orElse(!mail.catcher()),
                page.durationOrNone("accounts.idle"),
                http.dashboardOrigin().orElse(http.publicUrl()),
                http.publicUrl().startsWith("https://"),
                page.number("password.memory", 8, MOST_MEMORY),
                page.number("password.passes", 1, 100),
                page.number("login.account", 0, MOST),
                page.number("login.address", 0, MOST),
                page.number("login.perhour", 0, MOST),
                page.duration("login.window"),
                page.number("login.signups", 0, MOST),
                page.number("login.codes", 0, MOST),
                http.publicUrl(),
                providers(page));
    }

    /** Where mail is caught no address is ever proved, so that others than this machine's users do not come in by default. */
    private static SignUps signUps(SettingsReader page, HttpSettings http, MailSettings mail) {
        return page.optionalFlag("accounts.signups")
                .map(open -> open ? SignUps.OPEN : SignUps.CLOSED)
                .orElse(mail.catcher() && !Locality.isLoopbackHost(http.host()) ? SignUps.LOCAL : SignUps.OPEN);
    }

    private static List<ProviderSettings> providers(SettingsReader page) {
        var gitHub =
                new Client(Provider.GITHUB, page.optional("oauth.github.client"), page.optional("oauth.github.secret"));
        var google =
                new Client(Provider.GOOGLE, page.optional("oauth.google.client"), page.optional("oauth.google.secret"));
        var openId = new Client(Provider.OIDC, page.optional("oauth.oidc.client"), page.optional("oauth.oidc.secret"));
        var issuer = page.url("oauth.oidc.url");
        return Stream.of(
                        gitHub.settings(page, "GitHub", page.url("oauth.github.url"), page.url("oauth.github.api")),
                        google.settings(page, "Google", page.url("oauth.google.url"), Optional.of("")),
                        openId.settings(page, page.required("oauth.oidc.name"), issuer, Optional.of("")))
                .flatMap(Optional::stream)
                .toList();
    }

    /** What an operator got from a provider; one is set up when both are there. */
    private record Client(Provider provider, Optional<String> id, Optional<String> secret) {

        Optional<ProviderSettings> settings(
                SettingsReader page, String label, Optional<String> url, Optional<String> api) {
            var place = "oauth." + provider.path();
            if (id.isPresent() != secret.isPresent()) {
                page.note(place + ".client and " + place + ".secret belong together; give both");
            } else if (id.isPresent() && (url.isEmpty() || api.isEmpty())) {
                page.note(place + ".client needs an address beside it; give " + place + ".url");
            }
            return id.filter(given -> secret.isPresent() && url.isPresent() && api.isPresent())
                    .map(given -> new ProviderSettings(
                            provider, label, url.orElseThrow(), api.orElseThrow(), given, secret.orElseThrow()));
        }
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
