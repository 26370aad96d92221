package io.godwit.mailauth;

import org.apache.james.jspf.impl.SPF;

/** Verifies SPF (RFC 7208) with jspf, which bounds the queries a record can cause. */
final class SpfVerifier {

    private SpfVerifier() {}

    /**
     * The result for a domain.
     *
     * @param domain of MAIL FROM, or of the greeting when that was empty
     */
    record SpfResult(AuthResult result, String domain) {}

    /** Checks the client's address; with an empty {@code from} the name in the greeting is checked (RFC 7208 §2.4). */
    static SpfResult check(BlockingDns dns, String address, String from, String hello) {
        var at = from.lastIndexOf('@');
        var domain = at < 0 ? hello : from.substring(at + 1);
        if (domain.isBlank()) {
            return new SpfResult(AuthResult.GRAY, "");
        }
        var sender = at < 0 ? "postmaster@" + hello : from;
        var resolver = new SpfDns(dns);
        var result = new SPF(resolver).checkSPF(address, sender, hello.isBlank() ? domain : hello);
        return new SpfResult(resolver.failure().orElseGet(() -> result(result.getResult())), domain);
    }

    private static AuthResult result(String result) {
        return switch (result) {
            case "pass" -> AuthResult.PASS;
            case "fail" -> AuthResult.FAIL;
            case "temperror" -> AuthResult.PROCESSING_FAILED;
            default -> AuthResult.GRAY;
        };
    }
}
