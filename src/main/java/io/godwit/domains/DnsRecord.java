package io.godwit.domains;

import java.util.Optional;

/**
 * One record a domain's owner is asked for.
 *
 * @param host the whole name
 * @param priority of MX alone
 * @param required whether the domain is verified by it
 * @param description what it is good for, for a reader
 */
record DnsRecord(
        Type type,
        String host,
        String value,
        Optional<Integer> priority,
        Purpose purpose,
        boolean required,
        String description) {

    /** The types we ask for. */
    enum Type {
        TXT,
        MX,
        CNAME
    }

    /** What a record is for. */
    enum Purpose {
        DKIM("dkim"),
        RETURN_PATH("return-path"),
        SPF("spf"),
        DMARC("dmarc"),
        TRACKING("tracking");

        private final String word;

        Purpose(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }
}
