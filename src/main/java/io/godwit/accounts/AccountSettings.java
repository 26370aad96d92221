package io.godwit.accounts;

import java.time.Duration;

/**
 * How people sign in.
 *
 * @param signups whether anybody may sign up; the first user of an empty installation always may
 * @param verify whether an account can be used only once its address is verified
 * @param dashboardUrl the base of the pages that links in mails lead to
 * @param secure whether browsers reach us by https
 * @param memoryKib what one hash of a password takes (Argon2id)
 * @param passes of Argon2id over that memory
 * @param failuresPerAccount wrong passwords for one account from one client network within the window; 0 = any number
 * @param failuresPerAddress wrong passwords from one client network within the window; 0 = any number
 * @param signupsPerAddress from one client network within an hour; 0 = any number
 */
public record AccountSettings(
        boolean signups,
        boolean verify,
        String dashboardUrl,
        boolean secure,
        int memoryKib,
        int passes,
        int failuresPerAccount,
        int failuresPerAddress,
        Duration window,
        int signupsPerAddress) {}
