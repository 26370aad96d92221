package io.godwit.accounts;

import io.godwit.accounts.SystemMailer.SystemEmail;
import io.godwit.core.EmailAddress;
import java.util.Map;

/**
 * Builds the system emails to users about their accounts. Links begin with the configured dashboard address, never with the
 * host of a request.
 */
final class AccountEmails {

    private static final String FRAME = """
            <p>Hello,</p>
            %s
            <p>If you did not ask for this, you need not do anything.</p>
            """;

    private static final String VERIFY = FRAME.formatted("""
            <p>please confirm that this is your address.</p>
            <p><a class="button" href="{{link}}">Confirm the address</a></p>
            <p>The link works once, and for one hour.</p>""");

    private static final String RESET = FRAME.formatted("""
            <p>somebody asked for a new password for your account.</p>
            <p><a class="button" href="{{link}}">Choose a new password</a></p>
            <p>The link works once, and for one hour. All your sessions end with the new password.</p>""");

    private static final String CHANGED = """
            <p>Hello,</p>
            <p>the password of your account was changed, and all other sessions were ended.</p>
            <p>If that was not you, ask for a new password at once.</p>
            """;

    private static final String SECURITY_NOTICE = """
            <p>Hello,</p>
            <p>{{news}}</p>
            <p>If that was not you, ask for a new password at once.</p>
            """;

    private final String base;

    AccountEmails(String base) {
        this.base = base;
    }

    SystemEmail verify(EmailAddress to, OneTimeToken token) {
        return new SystemEmail(to, "Confirm your email address", VERIFY, link("/auth/verify-email", token));
    }

    SystemEmail reset(EmailAddress to, OneTimeToken token) {
        return new SystemEmail(to, "Choose a new password", RESET, link("/auth/reset-password", token));
    }

    SystemEmail changed(EmailAddress to) {
        return new SystemEmail(to, "Your password was changed", CHANGED, Map.of());
    }

    /** Tells the owner of a change in how the account is signed in to, such as a new provider or a second factor. */
    SystemEmail securityNotice(EmailAddress to, String notice) {
        return new SystemEmail(to, "News about your account", SECURITY_NOTICE, Map.of("news", notice));
    }

    private Map<String, String> link(String path, OneTimeToken token) {
        return Map.of("link", base + path + "?token=" + token.text());
    }
}
