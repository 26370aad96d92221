package io.godwit.dns;

/**
 * The answer of a validating resolver.
 *
 * @param secure whether DNSSEC proves it; also that there is no such record. An answer whose proof is wrong is unknown
 */
public record SecureAnswer<T>(DnsAnswer<T> answer, boolean secure) {

    /** Returns whether there are records, and DNSSEC proves them. */
    public boolean isProven() {
        return secure && answer.isFound();
    }
}
