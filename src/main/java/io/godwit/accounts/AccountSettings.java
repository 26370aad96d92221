package io.godwit.accounts;

import io.godwit.oauth.ProviderSettings;
import java.time.Duration;
import java.util.List;

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

    public AccountSettings {
        providers = List.copyOf(providers);
    }

    /** True when the pages for users are on another server. */
    boolean hasDashboard() {
        return !dashboardUrl.equals(publicUrl);
    }
}
