package io.godwit.domains;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/**
 * One DNS record that a domain's owner publishes.
 *
 * @param host the whole name
 * @param priority the priority, of MX records only
 * @param required true: the domain is verified by this record
 * @param description the purpose of the record, as a sentence for the user
 */
record DnsRecord(
        Type type,
        String host,
        String value,
        Optional<Integer> priority,
        Purpose purpose,
        boolean required,
        String description) {

    /** The types of records. */
    enum Type {
        TXT,
        MX,
        CNAME
    }

    /** The purpose of a record. */
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

        /** Returns the word of the API. */
        @JsonValue
        String word() {
            return word;
        }
    }
}
