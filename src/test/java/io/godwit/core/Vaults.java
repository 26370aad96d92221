package io.godwit.core;

/** Vaults for tests that need one and do not care which. */
public final class Vaults {

    private Vaults() {}

    public static Vault some() {
        var encryption = new byte[Vault.KEY_BYTES];
        encryption[0] = 1;
        return Vault.of(new byte[Vault.KEY_BYTES], encryption);
    }
}
