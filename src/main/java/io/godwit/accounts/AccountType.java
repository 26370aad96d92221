package io.godwit.accounts;

/** The way in which an account was created, as the column {@code users.type} has it. */
enum AccountType {
    PASSWORD,
    GITHUB_OAUTH,
    GOOGLE_OAUTH,
    OIDC
}
