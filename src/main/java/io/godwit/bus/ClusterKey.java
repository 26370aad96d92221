package io.godwit.bus;

import io.godwit.core.Crypto;
import java.util.Arrays;
import java.util.HexFormat;

/** Derives from the secret all nodes of an installation share the forms in which members prove that they belong to it. */
final class ClusterKey {

    private static final int NAME_BYTES = 16;

    private final Crypto crypto;

    ClusterKey(Crypto crypto) {
        this.crypto = crypto;
    }

    /** The cluster's name: members of different installations never meet, and the name tells nothing of the key. */
    String clusterName() {
        return "godwit-"
                + HexFormat.of().formatHex(Arrays.copyOf(crypto.sign("cluster.name", new byte[0]), NAME_BYTES));
    }

    /** Derives 32 bytes for the purpose, from which neither those of other purposes nor the key can be learned. */
    byte[] derive(String purpose) {
        return crypto.sign("cluster." + purpose, new byte[0]);
    }
}
