package io.godwit.bus;

import io.godwit.core.Crypto;
import java.util.Arrays;
import java.util.HexFormat;

/** The secret all nodes of an installation share, in the forms in which its members prove that they are of it. */
final class ClusterKey {

    /** Bytes of a signature: HMAC-SHA256, whole. */
    static final int SIGNATURE_BYTES = 32;

    private static final int NAME_BYTES = 16;

    private final Crypto vault;

    ClusterKey(Crypto vault) {
        this.vault = vault;
    }

    /** Names the cluster: members of another installation never meet, and the name tells nothing of the key. */
    String clusterName() {
        return "godwit-" + HexFormat.of().formatHex(Arrays.copyOf(vault.sign("cluster.name", new byte[0]), NAME_BYTES));
    }

    /** Makes 32 bytes for the purpose, from which nobody learns others or the key. */
    byte[] derive(String purpose) {
        return vault.sign("cluster." + purpose, new byte[0]);
    }

    /** Signs for the purpose. */
    byte[] sign(String purpose, byte[] message) {
        return vault.sign("cluster." + purpose, message);
    }

    boolean verify(String purpose, byte[] message, byte[] signature) {
        return signature.length == SIGNATURE_BYTES && vault.verify("cluster." + purpose, message, signature);
    }
}
