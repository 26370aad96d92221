package io.godwit.kit.rules;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The rules for the fields of a signature (RFC 6376): its algorithm, whom it speaks for and what it covers. */
final class SignatureRules {

    private static final List<String> REQUIRED = List.of("to", "subject", "date", "message-id");
    private static final List<String> IF_PRESENT =
            List.of("reply-to", "mime-version", "content-type", "list-unsubscribe", "list-unsubscribe-post");
    private static final Pattern DOMAIN = Pattern.compile("@([A-Za-z0-9.-]+)>?$");

    private SignatureRules() {}

    /** Says nothing about a message without a signature, which a mail server may add. */
    static void check(RuleBreaches breaches, MessageHead head) {
        var signatures = head.values("dkim-signature");
        breaches.unless(signatures.size() <= 2, "there are %d signatures", signatures.size());
        var algorithms = signatures.stream()
                .map(each -> tags(each).getOrDefault("a", ""))
                .toList();
        breaches.unless(
                algorithms.isEmpty() || algorithms.get(0).equals("rsa-sha256"), "it is signed by %s", algorithms);
        breaches.unless(
                algorithms.size() < 2 || algorithms.get(1).equals("ed25519-sha256"), "it is signed by %s", algorithms);
        signatures.forEach(signature -> signature(breaches, head, tags(signature)));
    }

    private static void signature(RuleBreaches breaches, MessageHead head, Map<String, String> tags) {
        breaches.unless("1".equals(tags.get("v")), "the signature has version %s", tags.get("v"));
        breaches.unless("relaxed/relaxed".equals(tags.get("c")), "it is signed %s", tags.get("c"));
        breaches.unless(!tags.containsKey("l"), "the signature covers a part of the body only");
        var covered = Arrays.asList(
                tags.getOrDefault("h", "").toLowerCase(Locale.ROOT).split(":"));
        breaches.unless(
                Collections.frequency(covered, "from") == head.values("from").size() + 1,
                "another From could be added: h=%s",
                covered);
        for (var name : REQUIRED) {
            breaches.unless(covered.contains(name), "the signature does not cover %s", name);
        }
        for (var name : IF_PRESENT) {
            breaches.unless(
                    Collections.frequency(covered, name) >= head.values(name).size(),
                    "the signature does not cover %s",
                    name);
        }
        aligned(breaches, head, tags.getOrDefault("d", "").toLowerCase(Locale.ROOT));
    }

    /** DMARC asks for that (RFC 7489 §3.1.1). */
    private static void aligned(RuleBreaches breaches, MessageHead head, String signer) {
        var from = DOMAIN.matcher(head.value("from").orElse(""));
        var domain = from.find() ? from.group(1).toLowerCase(Locale.ROOT) : "";
        breaches.unless(domain.equals(signer) || domain.endsWith("." + signer), "%s signs for %s", signer, domain);
    }

    private static Map<String, String> tags(String signature) {
        var tags = new HashMap<String, String>();
        for (var tag : signature.split(";")) {
            var parts = tag.split("=", 2);
            tags.put(parts[0].strip(), parts.length == 2 ? parts[1].replaceAll("\\s", "") : "");
        }
        return tags;
    }
}
