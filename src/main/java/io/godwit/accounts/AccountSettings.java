package io.godwit.accounts;

import io.godwit.oauth.ProviderSettings;
import java.time.Duration;
import java.util.List;

/**
 * How people sign in.
 *
 * @param idle a session nobody uses for so long has ended; zero: none ends by that
 * @param verify whether an account can be used only once its address is verified
 * @param dashboardUrl the base of the pages that links in mails lead to
 * @param secure whether browsers reach us by https
 * @param memoryKib what one hash of a password takes (Argon2id)
 * @param passes of Argon2id over that memory
 * @param failuresPerAccount wrong passwords for one account from one client network within the window; 0 = any number
 * @param failuresPerAddress wrong passwords from one client network within the window; 0 = any number
 * @param failuresPerHour wrong passwords for one account from all networks within an hour, beyond which tries are slowed down; 0 = any
 *     number
 * @param signupsPerAddress from one client network within an hour; 0 = any number
 * @param failuresPerCode wrong codes of a second factor for one account within the window; 0 = any number
 * @param publicUrl our own base, which providers send browsers back to
 * @param providers who may vouch for people
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

    /** Whether the pages people see are another server's. */
    boolean hasDashboard() {
        return !dashboardUrl.equals(publicUrl);
    }
}
