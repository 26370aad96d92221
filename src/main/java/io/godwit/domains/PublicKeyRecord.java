package io.godwit.domains;

import com.google.common.base.Splitter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The tags of a DKIM key record (RFC 6376 §3.6.1), to compare with the key that should be there. */
record PublicKeyRecord(Map<String, String> tags) {

    /** Parses a record; empty for a text that is no key record. Tag names are case-sensitive, white space is ignored. */
    static Optional<PublicKeyRecord> read(String text) {
        var tags = new HashMap<String, String>();
        for (var tag : Splitter.on(';').limit(50).split(text)) {
            var equals = tag.indexOf('=');
            if (equals > 0) {
                tags.putIfAbsent(
                        tag.substring(0, equals).strip(),
                        tag.substring(equals + 1).replaceAll("\\s", ""));
            }
        }
        var isKey = tags.containsKey("p") && tags.getOrDefault("v", "DKIM1").equals("DKIM1");
        return isKey ? Optional.of(new PublicKeyRecord(Map.copyOf(tags))) : Optional.empty();
    }

    /** The key ({@code p=}), to the base of 64; empty when it is revoked. */
    String key() {
        return tags.getOrDefault("p", "");
    }

    /** The type of key ({@code k=}), in lower case. */
    String type() {
        return tags.getOrDefault("k", "rsa").toLowerCase(Locale.ROOT);
    }

    /** The mistake in the record as a sentence; empty when it verifies signatures made with this key. */
    Optional<String> problem(String type, String base64) {
        var key = key();
        if (key.isEmpty()) {
            return Optional.of("The key is empty, which revokes it; set the value as it is shown");
        } else if (!type().equals(type)) {
            return Optional.of("The key type (k=) must be " + type);
        } else if (!lists("h", "sha256")) {
            return Optional.of("The hashes (h=) must allow sha256, or be left out");
        } else if (!lists("s", "email") && !lists("s", "*")) {
            return Optional.of("The services (s=) must allow email, or be left out");
        }
        return key.equals(base64)
                ? Optional.empty()
                : Optional.of(
                        base64.startsWith(key)
                                ? "The key is cut off; it has to be complete, in several strings if need be"
                                : "Another key is published; set the value as it is shown");
    }

    /** Tells whether a tag contains the word; a tag that is left out allows everything. */
    private boolean lists(String tag, String word) {
        var value = tags.get(tag);
        return value == null || Splitter.on(':').splitToList(value).contains(word);
    }
}
