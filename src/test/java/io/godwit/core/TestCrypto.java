package io.godwit.core;

/** Vaults for tests that need one and do not care which. */
public final class TestCrypto {

    private TestCrypto() {}

    public static Crypto some() {
        var encryption = new byte[Crypto.KEY_BYTES];
        encryption[0] = 1;
        return Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
    }
}
