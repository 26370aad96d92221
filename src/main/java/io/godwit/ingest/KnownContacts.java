package io.godwit.ingest;

import io.godwit.contacts.BatchContact;

/**
 * Remembers contacts that were there when a batch was committed, so that they need not go through the insert of missing contacts.
 * Only a guess: a newer contact takes the place of an older one, a remembered one may have been deleted since, and two contacts
 * may, once in billions, look alike. Touched only on its verticle's context.
 */
final class KnownContacts {

    /** The contacts that all batchers of a node remember together, 8 bytes each. */
    private static final int MAX_REMEMBERED = 1 << 20;

    private final long[] fingerprints;

    private KnownContacts(int places) {
        this.fingerprints = new long[places];
    }

    /** @param batchers of the node, which share the memory */
    static KnownContacts of(int batchers) {
        return new KnownContacts(Math.max(1, Integer.highestOneBit(MAX_REMEMBERED / batchers)));
    }

    /** Returns whether the contact was there lately. */
    boolean contains(BatchContact.Key key) {
        var fingerprint = fingerprint(key);
        return fingerprints[place(fingerprint)] == fingerprint;
    }

    void add(BatchContact.Key key) {
        var fingerprint = fingerprint(key);
        fingerprints[place(fingerprint)] = fingerprint;
    }

    private int place(long fingerprint) {
        return (int) fingerprint & fingerprints.length - 1;
    }

    /** Hashes project and address to 64 bits, never to 0, which marks an empty place; the step between characters is FNV-1a's. */
    private static long fingerprint(BatchContact.Key key) {
        var project = key.project().value();
        var hash = project.getMostSignificantBits() * 31 + project.getLeastSignificantBits();
        var address = key.email().value();
        for (var at = 0; at < address.length(); at++) {
            hash = (hash ^ address.charAt(at)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }
}
